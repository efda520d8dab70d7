"""What is going to be given up says so in every answer and in OpenAPI."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from service.api.resource import Resource
from service.api.spec import SundialApi
from service.core.config import Config
from service.core.errors import Conflict
from service.edge.app import create_app

PATH = "/api/v1/dials/{}"


@pytest.fixture
def app(sqlite_settings: Config) -> Flask:
    """The app with a route more, which is to be given up."""
    dials = Resource("dials", "Old things.")

    @dials.route("/dials/<int:code>")
    @dials.deprecated(datetime(2026, 5, 4, 12, tzinfo=UTC), datetime(2027, 5, 3, 12, tzinfo=UTC), "/api/v2/dials")
    @dials.open_to_all
    @dials.response(200)
    def show_dial(*, code: int) -> dict[str, Any]:
        """Show a dial."""
        if code:
            raise Conflict("game-over")
        return {}

    app = create_app(sqlite_settings)
    api_of(app).register_blueprint(dials, url_prefix="/api/v1")
    return app


def api_of(app: Flask) -> SundialApi:
    """The REST API of an app."""
    api: SundialApi = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return api


@pytest.mark.parametrize(("code", "status"), [(0, 200), (1, 409)])
def test_every_answer_says_since_when_until_when_and_what_to_use(app: Flask, code: int, status: int) -> None:
    answer = app.test_client().get(PATH.format(code))
    assert answer.status_code == status
    assert answer.headers["Deprecation"] == "@1777896000"
    assert answer.headers["Sunset"] == "Mon, 03 May 2027 12:00:00 GMT"
    assert answer.headers["Link"] == '</api/v2/dials>; rel="successor-version"'


def test_nothing_else_says_so(app: Flask) -> None:
    for path in ("/api/v1/rulesets", "/api/v1/nothing"):
        assert "Deprecation" not in app.test_client().get(path).headers


def test_openapi_says_so_too(app: Flask) -> None:
    operation = api_of(app).document()["paths"][PATH.format("{code}")]["get"]
    assert operation["deprecated"] is True
    assert {"Deprecation", "Sunset"} <= set(operation["responses"]["200"]["headers"])

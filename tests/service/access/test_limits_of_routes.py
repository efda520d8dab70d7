"""Every route that writes, and every route of the API that reads, is rate limited for everybody."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.config.limits import TABLE
from service.security.rates import Rates
from tests.service.access.conftest import Private
from tests.service.access.pages import PAGES
from tests.service.access.routes import REST
from tests.service.access.test_access_of_routes import FORM, ask

FREE = {
    "GET /healthz", "GET /readyz", "GET /metrics",
    "GET /api/v1/openapi.json", "GET /api/v1/openapi.yaml",
    *(name for name in PAGES if " /hooks/" in name),
}  # fmt: skip
"""For supervisors; made once; and of providers who sign what they bring: what nobody has signed is counted."""
COUNTED = [name for name in REST | PAGES if (name in REST or not name.startswith("GET ")) and name not in FREE]


@pytest.mark.parametrize("name", COUNTED)
def test_where_nothing_is_left_nothing_is_done(
    app: Flask,
    client: FlaskClient,
    browsers: dict[str, FlaskClient],
    strangers: dict[str, str | None],
    private: Private,
    name: str,
) -> None:
    app.extensions["rates"] = Rates(dict.fromkeys(TABLE, 0))
    if name in REST:
        answers = [ask(client, name, private, strangers[each]) for each in ("other player", "nobody")]
    else:
        method, path = name.split(" ")
        filled = private.fill(path)
        answers = [each.open(filled, method=method, data=FORM) for each in browsers.values()]
    assert 429 in {answer.status_code for answer in answers}
    assert {answer.status_code for answer in answers} <= {401, 429}

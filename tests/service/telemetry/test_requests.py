from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import create_app
from service.core.config import Config
from service.telemetry.requests import GIVEN, Traced
from tests.service.api.conftest import ann, bob, running
from tests.service.api.program import Match
from tests.service.conftest import settings_for
from tests.service.web.visitor import Visitor

__all__ = ["ann", "bob", "running"]

HEADER = "X-Request-Id"
GIVEN_ID = "9b1f04c6e27d83aa"


@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/v1/rulesets", "/api/v1/nowhere", "/healthz", "/robots.txt"])
def test_every_answer_has_an_id_of_its_own(client: FlaskClient, path: str) -> None:
    first, second = (client.get(path).headers[HEADER] for _ in range(2))
    assert GIVEN.fullmatch(first)
    assert first != second


def test_a_problem_names_its_request(client: FlaskClient) -> None:
    answer = client.get("/api/v1/me")
    assert answer.json is not None
    assert answer.json["request_id"] == answer.headers[HEADER]


def test_a_page_that_says_what_is_wrong_names_its_request(app: Flask) -> None:
    page = Visitor(app).open("/nowhere")
    assert page.status == 404
    assert page.response.headers[HEADER] in page.text


def test_a_first_answer_that_is_given_again_has_the_id_of_the_present_request(running: Match) -> None:
    key = {"Idempotency-Key": "k1"}
    first, again = (running.ann.post(f"{running.path}/messages", {"text": "Hi"}, headers=key) for _ in range(2))
    assert first.json == again.json
    assert first.headers[HEADER] != again.headers[HEADER]


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [("1", GIVEN_ID, True), ("0", GIVEN_ID, False), ("1", "x", False), ("1", "a b c d e f g h", False)],
)
def test_an_id_is_taken_from_ones_own_proxy_alone(
    sqlite_settings: Config, proxies: str, given: str, *, taken: bool
) -> None:
    app = create_app(settings_for(sqlite_settings.home, TRUSTED_PROXIES=proxies))
    answer = app.test_client().get("/healthz", headers={HEADER: given})
    assert (answer.headers[HEADER] == given) is taken


def traced(status: int | None, caplog: pytest.LogCaptureFixture) -> dict[str, Any]:
    """What the log says of a request to a server that answers so, or breaks the connection off."""

    async def server(scope: Any, receive: Any, send: Any) -> None:
        scope["sundial.request"].route = "/t/<token>"
        if status is None:
            raise ConnectionAbortedError
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def receive() -> Any:
        """Nothing comes."""

    async def send(_message: Any) -> None:
        """Nobody listens."""

    scope: Any = {"type": "http", "method": "GET", "path": "/t/k3xw7", "headers": []}
    with caplog.at_level(logging.INFO), suppress(ConnectionAbortedError):
        asyncio.run(Traced(server, behind_proxies=False)(scope, receive, send))
    [record] = caplog.records
    return vars(record)


def test_the_log_has_a_line_for_a_request_that_names_its_route(caplog: pytest.LogCaptureFixture) -> None:
    line = traced(404, caplog)
    assert (line["msg"], line["method"], line["route"], line["status"]) == ("request", "GET", "/t/<token>", 404)
    assert GIVEN.fullmatch(line["request_id"])
    assert line["ms"] >= 0


def test_a_client_that_has_gone_has_a_line_too(caplog: pytest.LogCaptureFixture) -> None:
    assert traced(None, caplog)["status"] == 499

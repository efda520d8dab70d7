from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.config.environment import Config
from service.server.app import create_app
from service.server.asgi import Server
from service.telemetry.processes import figures
from service.telemetry.requests import GIVEN, Seen, Traced, tell
from tests.service.api.conftest import ann, bob, running
from tests.service.api.program import Match, Program
from tests.service.conftest import settings_for
from tests.service.web.visitor import Visitor

__all__ = ["ann", "bob", "running"]

HEADER = "X-Request-Id"
GIVEN_ID = "9b1f04c6e27d83aa"
ROUTE = {"method": "GET", "route": "/made-up"}


@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/v1/rulesets", "/api/v1/nowhere", "/healthz", "/robots.txt"])
def test_every_answer_has_an_id_of_its_own(client: FlaskClient, path: str) -> None:
    first, second = (client.get(path).headers[HEADER] for _ in range(2))
    assert GIVEN.fullmatch(first)
    assert first != second


def test_a_problem_names_its_request(client: FlaskClient) -> None:
    answer = client.get("/api/v1/me")
    assert answer.json is not None
    assert answer.json["request_id"] == answer.headers[HEADER]


def test_a_page_of_a_fault_of_ours_names_its_request_and_another_does_not(app: Flask) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def fail() -> None:
        raise KeyError

    app.view_functions["web.home"] = fail  # type: ignore[assignment]  # it never returns
    failed, missing = (Visitor(app).open(address) for address in ("/", "/nowhere"))
    assert (failed.status, missing.status) == (500, 404)
    assert failed.response.headers[HEADER] in failed.text
    assert missing.response.headers[HEADER] not in missing.text


def test_a_first_answer_that_is_given_again_has_the_id_of_the_present_request(running: Match) -> None:
    key = {"Idempotency-Key": "k1"}
    first, again = (running.ann.post(f"{running.path}/messages", {"text": "Hi"}, headers=key) for _ in range(2))
    assert first.json == again.json
    assert first.headers[HEADER] != again.headers[HEADER]


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [("1", GIVEN_ID, True), ("0", GIVEN_ID, True), ("0", "x", False), ("1", "a b c d e f g h", False)],
)
def test_an_id_is_taken_from_ones_own_proxy_alone(
    sqlite_settings: Config, proxies: str, given: str, *, taken: bool
) -> None:
    app = create_app(settings_for(sqlite_settings.home, TRUSTED_PROXIES=proxies))
    answer = app.test_client().get("/healthz", headers={HEADER: given})
    assert (answer.headers[HEADER] == given) is taken


def traced(status: int | None, caplog: pytest.LogCaptureFixture) -> dict[str, Any]:
    """Return the trace log of a request to a server that responds with this status, or breaks the connection."""

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


def asked(app: Flask, program: Program, path: str, query: bytes) -> Seen:
    """Return the record of a request to a server with waiting, after the response."""
    known = Seen("request", "GET")
    headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {program.token}".encode())]
    scope: Any = {"type": "http", "http_version": "1.1", "scheme": "http", "method": "GET", "path": path}
    scope |= {"query_string": query, "headers": headers, "server": ("localhost", 80), "client": ("127.0.0.1", 1)}

    sent = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        if not sent:
            await asyncio.sleep(60)
        return sent.pop()

    async def send(_message: Any) -> None:
        """Nobody listens."""

    asyncio.run(Server(app, threads=1)(scope | {"sundial.request": known}, receive, send))
    return known


@pytest.mark.parametrize(("wait", "waits"), [(b"wait=1", True), (b"wait=0", False)])
def test_a_request_for_which_something_has_to_happen_is_known_to_wait(
    app: Flask, ann: Program, wait: bytes, *, waits: bool
) -> None:
    assert asked(app, ann, "/api/v1/events", wait).waits is waits


def test_the_time_of_a_request_that_waits_is_no_figure() -> None:
    for known in (Seen("a", "GET", "/made-up"), Seen("b", "GET", "/made-up", waits=True)):
        tell(known, 0.2)
    with figures() as counted:
        assert counted.get_sample_value("sundial_requests_total", ROUTE | {"status": "499"}) == 2
        assert counted.get_sample_value("sundial_request_seconds_count", ROUTE) == 1


def test_a_client_that_has_gone_has_a_line_too(caplog: pytest.LogCaptureFixture) -> None:
    assert traced(None, caplog)["status"] == 499

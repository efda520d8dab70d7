"""Event streams through the web server: limited per account, and refusals have a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPResponse

import pytest
from flask import Flask

from service.accounts.accounts import new_visitor
from service.accounts.sessions import begin_session
from service.accounts.tokens import create_token
from service.bots.accounts import bot_of
from service.config.environment import Config
from service.db import clock
from service.http.browsers import device_of
from service.models import Account
from service.web.frame.identity import SESSION
from tests.service.tables import person
from tests.service.web.visitor import Visitor
from tests.waiting import eventually
from tests.web_server import WebServer, web_server

STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def web(settings: Config) -> Iterator[WebServer]:
    """Start a server with few streams."""
    with web_server(settings, RATE_LIMITS="streams=2 visitor-streams=2 network-streams=3") as server:
        yield server


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Close everything opened at the end of the test."""
    with ExitStack() as lines:
        yield lines


def program(account: Account) -> dict[str, str]:
    secret = create_token(account, "test", ("games:read",), clock.now()).secret
    return {"Authorization": f"Bearer {secret}"}


def visitor(app: Flask) -> dict[str, str]:
    """Return the headers of a browser without an account."""
    browser = Visitor(app)
    with browser.client.session_transaction() as cookie:
        cookie[SESSION] = begin_session(new_visitor(clock.now()), device_of("", ""), datetime.now(UTC))
    kept = browser.client.get_cookie("sundial")
    assert kept is not None
    return STREAM | {"Cookie": f"sundial={kept.value}"}


def opened(
    web: WebServer, lines: ExitStack, headers: dict[str, str], path: str = "/api/v1/events/stream"
) -> tuple[HTTPConnection, HTTPResponse]:
    """Open a stream."""
    line = lines.enter_context(closing(web.connect()))
    line.request("GET", path, headers=headers)
    return line, line.getresponse()


def test_an_account_has_so_many_streams_and_its_bot_its_own(app: Flask, web: WebServer, lines: ExitStack) -> None:
    ann = person("ann")
    first = program(ann)
    streams = [opened(web, lines, headers) for headers in (first, program(ann))]

    _, refused = opened(web, lines, first)
    problem = json.load(refused)

    assert [answer.status for _, answer in streams] == [200, 200]
    assert (refused.status, problem["code"], problem["bucket"], problem["most"]) == (429, "limit-reached", "streams", 2)
    assert refused.getheader("Retry-After") == "60"
    assert opened(web, lines, program(bot_of(ann, "rusty", clock.now())))[1].status == 200
    streams[0][1].close()
    streams[0][0].close()
    assert eventually(lambda: opened(web, lines, first)[1].status == 200, 5)


def test_visitors_have_so_many_each_and_together(app: Flask, web: WebServer, lines: ExitStack) -> None:
    eve, mallory = visitor(app), visitor(app)
    told = [opened(web, lines, each, "/live")[1].status for each in (eve, eve, eve, mallory, mallory)]

    assert told == [200, 200, 429, 200, 429]
    assert opened(web, lines, program(person("ann")))[1].status == 200


def test_who_gets_no_stream_can_look(app: Flask, web: WebServer, lines: ExitStack) -> None:
    eve = visitor(app)
    for _ in range(2):
        opened(web, lines, eve, "/live")

    _, answer = opened(web, lines, {"Cookie": eve["Cookie"]}, "/live")

    assert answer.status == 200
    assert b"data: " in answer.read()

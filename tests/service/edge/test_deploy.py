"""One of two sets of web processes ends, as for a new version, while clients go on asking: nobody notices."""

from __future__ import annotations

import json
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from threading import Event

import pytest

from service.core import clock
from service.core.config import Config
from service.people.tokens import create_token
from service.serving import serving
from tests.service.tables import person
from tests.web_server import WebServer, web_server

CLIENTS = 3
AFTERWARDS = 20
"""Requests of each client that the other set answers."""


@pytest.fixture
def token(sqlite_settings: Config) -> str:
    """What a program signs in with."""
    with serving(sqlite_settings):
        return create_token(person("ada"), "a program", ["read"], clock.now()).secret


def ask_on_and_on(first: WebServer, second: WebServer, begun: Event) -> list[int]:
    """What each request was answered with; the client goes on to the second set once the first takes no connection."""
    answered, line = list[int](), first.connect()
    asked = {first.port: 0, second.port: 0}
    while asked[second.port] < AFTERWARDS:
        try:
            line.connect() if line.sock is None else None
        except ConnectionRefusedError:
            line = second.connect()
            continue
        line.request("GET", "/readyz")
        answer = line.getresponse()
        answer.read()
        answered.append(answer.status)
        asked[line.port] += 1
        if asked[first.port] > AFTERWARDS:
            begun.set()
    line.close()
    return answered


def wait_for_events(server: WebServer, token: str, path: str) -> tuple[HTTPConnection, HTTPResponse | None]:
    """Ask for events; the answer, as soon as it has begun where it is a stream."""
    line = server.connect()
    line.request("GET", f"/api/v1/events{path}", headers={"Authorization": f"Bearer {token}"})
    return line, line.getresponse() if path == "/stream" else None


def test_nobody_notices_that_one_of_two_sets_ends(sqlite_settings: Config, token: str) -> None:
    with web_server(sqlite_settings) as one, web_server(sqlite_settings) as other, ThreadPoolExecutor(CLIENTS) as pool:
        streamed, stream = wait_for_events(one, token, "/stream")
        polled, _ = wait_for_events(one, token, "?wait=25")
        idle = one.connect()
        idle.connect()
        begun = [Event() for _ in range(CLIENTS)]
        clients: list[Future[list[int]]] = [pool.submit(ask_on_and_on, one, other, each) for each in begun]
        assert all(each.wait(60) for each in begun)

        one.process.send_signal(signal.SIGTERM)

        answer = polled.getresponse()
        assert (answer.status, json.loads(answer.read())["events"]) == (200, [])
        assert answer.getheader("Connection") == "close"
        assert stream is not None
        assert b":" in stream.read(), "a stream that ended as it should, or IncompleteRead"
        assert one.process.wait(60) == 0
        assert {status for client in clients for status in client.result()} == {200}
        for line in (streamed, polled, idle):
            line.close()


def test_what_is_asked_over_an_idle_connection_is_answered_before_the_end(sqlite_settings: Config) -> None:
    with web_server(sqlite_settings) as server:
        line = server.connect()
        line.connect()
        server.process.send_signal(signal.SIGTERM)
        line.request("GET", "/healthz")
        answer = line.getresponse()
        assert (answer.status, answer.getheader("Connection")) == (200, "close")
        line.close()

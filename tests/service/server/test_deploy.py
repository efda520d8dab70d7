"""A rolling restart of web processes, during which clients notice nothing."""

from __future__ import annotations

import json
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from threading import Event
from time import monotonic

import pytest

from service.accounts.tokens import create_token
from service.app import serving
from service.config.environment import Config
from service.db import clock
from tests.service.tables import person
from tests.web_server import WebServer, web_server

CLIENTS = 3
AFTERWARDS = 20
"""Requests of each client that the other set answers."""


@pytest.fixture
def token(sqlite_settings: Config) -> str:
    """Create a token."""
    with serving(sqlite_settings):
        return create_token(person("ada"), "a program", ["games:read"], clock.now()).secret


def ask_on_and_on(first: WebServer, second: WebServer, begun: Event) -> list[int]:
    """Send requests until the end, to the second set once the first refuses connections; return the statuses.

    Like a proxy, it treats a new connection that ends before a response as refused: the system accepted it for a
    process that had closed its socket.
    """
    answered, line = list[int](), first.connect()
    asked = {first.port: 0, second.port: 0}
    while asked[second.port] < AFTERWARDS:
        is_new = line.sock is None
        try:
            answered.append(ask(line))
        except ConnectionError:
            if not is_new or line.port == second.port:
                raise
            line.close()
            line = second.connect()
            continue
        asked[line.port] += 1
        if asked[first.port] > AFTERWARDS:
            begun.set()
    line.close()
    return answered


def ask(line: HTTPConnection) -> int:
    """Request readiness over the connection, connecting if necessary."""
    line.request("GET", "/readyz")
    answer = line.getresponse()
    answer.read()
    return answer.status


def ask_for_events(line: HTTPConnection, token: str, path: str) -> None:
    """Ask, and do not wait for the answer."""
    line.request("GET", f"/api/v1/events{path}", headers={"Authorization": f"Bearer {token}"})


def test_nobody_notices_that_one_of_two_sets_ends(sqlite_settings: Config, token: str) -> None:
    with (
        web_server(sqlite_settings) as one,
        web_server(sqlite_settings) as other,
        ThreadPoolExecutor(CLIENTS) as pool,
        closing(one.connect()) as streamed,
        closing(one.connect()) as polled,
        closing(one.connect()) as idle,
    ):
        ask_for_events(streamed, token, "/stream")
        stream = streamed.getresponse()
        ask_for_events(polled, token, "?wait=25")
        idle.connect()
        begun = [Event() for _ in range(CLIENTS)]
        clients: list[Future[list[int]]] = [pool.submit(ask_on_and_on, one, other, each) for each in begun]
        assert all(each.wait(60) for each in begun)

        one.process.send_signal(signal.SIGTERM)

        answer = polled.getresponse()
        assert (answer.status, json.loads(answer.read())["events"]) == (200, [])
        assert answer.getheader("Connection") == "close"
        assert b":" in stream.read(), "a stream that ended as it should, or IncompleteRead"
        assert one.process.wait(60) == 0
        assert {status for client in clients for status in client.result()} == {200}


def test_what_is_asked_over_an_idle_connection_is_answered_before_the_end(sqlite_settings: Config) -> None:
    with web_server(sqlite_settings) as server, closing(server.connect()) as line:
        line.connect()
        server.process.send_signal(signal.SIGTERM)
        told = None
        while told != "close":  # the process may not have been given its signal yet
            line.request("GET", "/healthz")
            answer = line.getresponse()
            answer.read()
            assert answer.status == 200
            told = answer.getheader("Connection")


def test_what_a_killed_gunicorn_has_forked_ends_though_clients_stay_connected(sqlite_settings: Config) -> None:
    with web_server(sqlite_settings) as server, closing(server.connect()) as line:
        assert ask(line) == 200
        server.process.kill()
        began = monotonic()
        assert line.sock.recv(1) == b""
        assert monotonic() - began < 8

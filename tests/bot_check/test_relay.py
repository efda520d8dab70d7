"""The relay before a Sundial passes requests through unchanged and records their outcomes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import httpx
import pytest

from service.embedded.ports import free_port
from sundial_bot_check.relay import Relay, relay_to
from tests.waiting import eventually

REFUSAL = json.dumps({"code": "bad-notation"}).encode()


class Answering(BaseHTTPRequestHandler):
    """Fake Sundial that refuses every move and streams two lines, the second on a signal."""

    protocol_version = "HTTP/1.1"
    go_on = Event()

    def do_GET(self) -> None:
        if self.path == "/unchanged":
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"6\r\nfirst\n\r\n")
        self.go_on.wait(30)
        self.wfile.write(b"7\r\nsecond\n\r\n0\r\n\r\n")

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(422)
        self.send_header("Content-Length", str(len(REFUSAL)))
        self.send_header("X-Sent", f"{self.headers['Authorization']} {sent.decode()}")
        self.end_headers()
        self.wfile.write(REFUSAL)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def relay() -> Iterator[Relay]:
    Answering.go_on.clear()
    with ThreadingHTTPServer(("127.0.0.1", free_port()), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with relay_to(f"http://127.0.0.1:{server.server_port}") as relay:
            yield relay
        Answering.go_on.set()
        server.shutdown()


def test_a_refusal_comes_back_whole_and_its_code_is_noted(relay: Relay) -> None:
    answer = httpx.post(f"{relay.url}/moves?x=1", json={"move": "up"}, headers={"Authorization": "Bearer sdl"})

    assert (answer.status_code, answer.content) == (422, REFUSAL)
    assert answer.headers["X-Sent"] == 'Bearer sdl {"move":"up"}'
    assert eventually(lambda: relay.noted)
    assert relay.noted == [{"method": "POST", "target": "/moves?x=1", "status": 422, "code": "bad-notation"}]


def test_what_comes_bit_by_bit_is_passed_on_as_it_comes(relay: Relay) -> None:
    with httpx.stream("GET", f"{relay.url}/stream") as answer:
        lines = answer.iter_lines()
        assert next(lines) == "first"
        Answering.go_on.set()
        assert list(lines) == ["second"]


def test_an_answer_without_a_body_has_none(relay: Relay) -> None:
    with httpx.Client() as client:
        for _ in range(2):
            answer = client.get(f"{relay.url}/unchanged")
            assert (answer.status_code, answer.content) == (304, b"")


def test_where_nobody_answers_the_connection_ends_and_nothing_is_noted() -> None:
    with relay_to(f"http://127.0.0.1:{free_port()}") as relay, pytest.raises(httpx.RemoteProtocolError):
        httpx.get(relay.url)
    assert relay.noted == []


def test_a_body_of_which_nobody_says_how_long_it_is_is_refused(relay: Relay) -> None:
    assert httpx.post(relay.url, content=iter([b"{}"])).status_code == 411

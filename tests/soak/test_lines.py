"""Broken lines: bytes arrive, or do not, according to the mode."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from service.embedded.ports import free_port
from tests.soak.lines import HOST, Lines, Mode
from tests.waiting import eventually

UNANSWERED = 0.5


class Echo(ThreadingTCPServer):
    """Server that echoes and records its input."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__((HOST, 0), _Repeat)
        self.heard: list[bytes] = []


class _Repeat(BaseRequestHandler):
    server: Echo

    def handle(self) -> None:
        while said := self.request.recv(100):
            self.server.heard.append(said)
            self.request.sendall(said)


@pytest.fixture
def echo() -> Iterator[Echo]:
    with Echo() as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def lines(echo: Echo, port: int) -> Iterator[Lines]:
    """Start one line, one of whose targets is closed."""
    lines = Lines({"line": (port, [free_port(), echo.server_address[1]])})
    yield lines
    lines.stop()


def said(port: int, text: bytes) -> bytes:
    """Return the response, empty if the connection ends; raises TimeoutError."""
    with socket.create_connection((HOST, port), UNANSWERED) as line:
        line.sendall(text)
        return line.recv(100)


def test_what_goes_over_an_open_line_arrives_at_whoever_answers(lines: Lines, port: int) -> None:
    assert [said(port, text) for text in (b"one", b"two")] == [b"one", b"two"]


def test_a_slow_line_brings_it_all(lines: Lines, port: int) -> None:
    lines.switch("line", Mode.SLOW)
    with socket.create_connection((HOST, port)) as line:
        line.sendall(b"slow")
        assert line.recv(100) == b"slow"


def test_a_line_that_is_cut_ends_connections_and_takes_none(lines: Lines, echo: Echo, port: int) -> None:
    with socket.create_connection((HOST, port)) as line:
        line.sendall(b"before")
        assert line.recv(100) == b"before"
        lines.switch("line", Mode.CUT)
        assert ends(line)
    with socket.create_connection((HOST, port)) as line:
        assert ends(line)
    lines.switch("line", Mode.OPEN)
    assert said(port, b"after") == b"after"
    assert echo.heard == [b"before", b"after"]


def ends(line: socket.socket) -> bool:
    """Whether it is over, in order or not."""
    try:
        return line.recv(100) == b""
    except ConnectionError:
        return True


def test_over_a_mute_line_questions_arrive_and_answers_do_not(lines: Lines, echo: Echo, port: int) -> None:
    lines.switch("line", Mode.MUTE)
    with pytest.raises(TimeoutError):
        said(port, b"commit")
    assert eventually(lambda: echo.heard == [b"commit"])


def test_what_is_held_never_arrives(lines: Lines, echo: Echo, port: int) -> None:
    lines.switch("line", Mode.HOLE)
    with pytest.raises(TimeoutError):
        said(port, b"lost")
    lines.switch("line", Mode.OPEN)
    assert said(port, b"after") == b"after"
    assert echo.heard == [b"after"]

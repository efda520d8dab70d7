"""The referee retries while Sundial is overloaded, and reports if there is none."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpcore
import pytest

from service.embedded.ports import free_port
from service.sandbox.layer import SPARED as HEADER
from sundial_bot_check.referee import MOST_PAUSES, SPARED, NoAnswer, Referee, Unexpected


class Busy(BaseHTTPRequestHandler):
    """Stands for a Sundial that has too much to do for as many requests as its address says."""

    asked = 0

    def do_GET(self) -> None:
        Busy.asked += 1
        busy = Busy.asked <= int(self.path.rpartition("/")[2])
        body = b'{"code": "rate-limited"}' if busy else b"<html>" if "page" in self.path else b'{"name": "rusty"}'
        self.send_response(429 if busy else 200)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def referee() -> Iterator[Referee]:
    Busy.asked = 0
    with ThreadingHTTPServer(("127.0.0.1", free_port()), Busy) as server, httpcore.ConnectionPool() as pool:
        Thread(target=server.serve_forever, daemon=True).start()
        yield Referee(f"http://127.0.0.1:{server.server_port}", pool)
        server.shutdown()


def test_who_is_asked_to_come_later_does(referee: Referee) -> None:
    assert referee.ask("GET", f"me/{MOST_PAUSES}") == {"name": "rusty"}
    assert Busy.asked == MOST_PAUSES + 1


def test_but_not_for_ever(referee: Referee) -> None:
    with pytest.raises(Unexpected, match="rate-limited"):
        referee.ask("GET", f"me/{MOST_PAUSES + 1}")


def test_what_answers_with_a_page_is_no_sundial(referee: Referee) -> None:
    with pytest.raises(NoAnswer, match="There is no Sundial"):
        referee.ask("GET", "page/0")


def test_it_is_spared_by_the_sandbox() -> None:
    assert SPARED == HEADER

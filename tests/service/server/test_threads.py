"""An app in threads: requests, responses and concurrency."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextvars import ContextVar
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from service.server.threads import Threads, WSGIApp

GET: Any = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
WHO: ContextVar[str] = ContextVar("who", default="nobody")


class Parts:
    """An answer in parts, which breaks off where there is none to give."""

    def __init__(self, *parts: bytes | None) -> None:
        self.parts = parts
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for part in self.parts:
            if part is None:
                raise ValueError("broken off")
            yield part

    def app(self, _environ: Any, start: Any) -> Parts:
        """Answer with this."""
        start("200 OK", [])
        return self

    def close(self) -> None:
        """Note that the server is done."""
        self.is_closed = True


def answer(app: WSGIApp, scope: Any = GET, body: bytes = b"") -> Any:
    """Return the response of an app in a single thread."""
    return asyncio.run(Threads(app, 1).answer(scope, body))


def test_an_answer_is_told_in_two_messages() -> None:
    def app(_environ: Any, start: Any) -> Any:
        start("404 Not Found", [("Content-Type", "text/plain"), ("X-Who", "Zoë")])(b"writ")
        return [b"ten, ", b"", b"returned"]

    assert answer(app) == [
        {
            "type": "http.response.start",
            "status": 404,
            "headers": [(b"content-type", b"text/plain"), (b"x-who", b"Zo\xeb")],
        },
        {"type": "http.response.body", "body": b"written, returned", "more_body": False},
    ]


def test_an_app_may_think_better_of_its_answer() -> None:
    def app(_environ: Any, start: Any) -> Any:
        start("200 OK", [("X-A", "a")])
        yield b""
        start("500 Internal Server Error", [], (ValueError, ValueError(), None))
        yield b"sorry"

    assert answer(app)[0] == {"type": "http.response.start", "status": 500, "headers": []}


def test_an_app_finds_scope_and_body_and_the_context_it_is_asked_in() -> None:
    found: list[Any] = []
    asked = {**GET, "method": "POST", "slot": object(), "headers": [(b"content-length", b"4")]}

    def app(environ: Any, start: Any) -> Any:
        found.extend([environ["REQUEST_METHOD"], environ["asgi.scope"], environ["wsgi.input"].read(), WHO.get()])
        start("204 No Content", [])
        return []

    WHO.set("ann")
    assert answer(app, asked, b"body")[1]["body"] == b""
    assert found == ["POST", asked, b"body", "ann"]
    assert found[1] is asked


def test_what_an_app_returned_is_closed() -> None:
    parts = Parts(b"the ", b"whole")
    assert answer(parts.app)[1]["body"] == b"the whole"
    assert parts.is_closed


def test_what_an_app_breaks_off_is_closed_and_no_answer() -> None:
    parts = Parts(b"the ", None)
    with pytest.raises(ValueError, match="broken off"):
        answer(parts.app)
    assert parts.is_closed


@pytest.mark.parametrize(("threads", "met"), [(2, [b"met"] * 2), (1, [b"alone"] * 2)])
def test_no_more_are_asked_at_once_than_there_are_threads(threads: int, met: list[bytes]) -> None:
    barrier = Barrier(2)

    def app(_environ: Any, start: Any) -> Any:
        start("200 OK", [])
        try:
            barrier.wait(5 if threads == 2 else 0.05)
        except BrokenBarrierError:
            return [b"alone"]
        return [b"met"]

    async def ask() -> Any:
        asked = Threads(app, threads)
        return await asyncio.gather(asked.answer(GET), asked.answer(GET))

    assert [answers[1]["body"] for answers in asyncio.run(ask())] == met

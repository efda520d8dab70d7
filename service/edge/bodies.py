"""Bodies of requests, read whole by the event loop before a thread is taken: who sends slowly holds memory, no more.

What cannot be read so is answered by the app, which finds the reason in the scope of the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus

from a2wsgi.asgi_typing import HTTPScope, Receive
from flask import Flask, abort, request

SLOT = "sundial.unread"
"""Where the app finds the status to answer with, if the body was not read."""
SECONDS = 10.0
"""How long a body may take; the longest is 52 kbit a second then, and most are a hundredth of it."""
AT_ONCE = 1000
"""Bodies that one process reads at once: 64 MiB at most. One more ends the one that has taken longest."""
LINGER_SECONDS = 2.0
LINGER_BYTES = 1 << 20
"""What is still taken, and thrown away, of a body that was refused."""
FRAMING = (b"content-length", b"transfer-encoding")


class Unread(Exception):
    """A body that is too large or comes too slowly."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The client has gone away before it had sent everything."""


class Bodies:
    """Reads bodies of up to `longest` bytes, each within so many seconds, no more than so many at once.

    `longer` names paths at which they may have more.
    """

    def __init__(
        self,
        longest: int,
        seconds: float = SECONDS,
        at_once: int = AT_ONCE,
        longer: Mapping[str, int] | None = None,
    ) -> None:
        self._longest = longest
        self._longer = longer or {}
        self._seconds = seconds
        self._at_once = at_once
        self._under_way: dict[asyncio.Timeout, None] = {}

    async def read(self, scope: HTTPScope, receive: Receive) -> bytes:
        """The body, in chunks or not; Unread as soon as it is known to be too large, or when time is up; Gone."""
        longest = self._longer.get(scope["path"], self._longest)
        announced = (int(value) for name, value in scope["headers"] if name == b"content-length")
        if next(announced, 0) > longest:
            raise Unread(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            async with asyncio.timeout(self._seconds) as patience:
                with self._counted(patience):
                    return await self._whole(receive, longest)
        except TimeoutError:
            raise Unread(HTTPStatus.REQUEST_TIMEOUT) from None

    async def _whole(self, receive: Receive, longest: int) -> bytes:
        body, more = bytearray(), True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                raise Gone
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > longest:
                raise Unread(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return bytes(body)

    @contextmanager
    def _counted(self, patience: asyncio.Timeout) -> Iterator[None]:
        if len(self._under_way) >= self._at_once:
            slowest = next(iter(self._under_way))
            del self._under_way[slowest]
            slowest.reschedule(0)
        self._under_way[patience] = None
        try:
            yield
        finally:
            self._under_way.pop(patience, None)


def framed(scope: HTTPScope, body: bytes) -> HTTPScope:
    """The scope of a request that has this body, and says its length."""
    headers = [(name, value) for name, value in scope["headers"] if name not in FRAMING]
    if body:
        headers.append((b"content-length", str(len(body)).encode()))
    return {**scope, "headers": headers}


async def linger(receive: Receive) -> bool:
    """Take what is under way of a refused body: a connection that is closed over it would lose the answer, too.

    RFC 9112, 9.6. That ends when the client has gone, and with our patience. Whether it is still there.
    """
    left, more = LINGER_BYTES, True
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while left > 0 and more:
                message = await receive()
                if message["type"] != "http.request":
                    return False
                left -= len(message.get("body", b""))
                more = message.get("more_body", False)
    return True


def init_app(app: Flask) -> None:
    """Refuse requests whose body was not read."""
    app.before_request(_refuse)


def _refuse() -> None:
    scope: dict[str, int] = request.environ.get("asgi.scope", {})
    if SLOT in scope:
        abort(scope[SLOT])

"""Request bodies, read whole by the event loop before a thread is used: a slow client costs only memory.

If a body cannot be read, the app answers, with the reason from the request's scope.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus

from a2wsgi.asgi_typing import HTTPScope, Receive
from flask import Flask, abort, request

SLOT = "sundial.unread"
"""The key in the scope of the status to answer with, if the body was not read."""
SECONDS = 10.0
"""The timeout of a body; the longest then needs 52 kbit a second, and most a hundredth of that."""
AT_ONCE = 1000
"""Bodies read at a time: 64 MiB at most. One more ends the one that has taken longest."""
LINGER_SECONDS = 2.0
LINGER_BYTES = 1 << 20
"""The bytes of a refused body that are still read and dropped."""
FRAMING = (b"content-length", b"transfer-encoding")


class Unread(Exception):
    """The body is too large or too slow."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The client disconnected before the body was complete."""


class Bodies:
    """Reads bodies of up to `longest` bytes, each within `seconds`, `at_once` at a time.

    `longer` has larger limits for some paths.
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
        """Read a body, chunked or not; Unread as soon as it is too large, or at the timeout; Gone."""
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
    """Return the scope of a request with this body and its Content-Length."""
    headers = [(name, value) for name, value in scope["headers"] if name not in FRAMING]
    if body:
        headers.append((b"content-length", str(len(body)).encode()))
    return {**scope, "headers": headers}


async def linger(receive: Receive) -> bool:
    """Drain a refused body: closing the connection at once would lose the response, too (RFC 9112, 9.6).

    It ends when the client disconnects, or at our limits. Returns whether the client is still connected.
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

"""The Flask app in a thread pool: one switch there and one back, because bodies are read before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from a2wsgi.asgi_typing import HTTPResponseStartEvent, HTTPScope, SendEvent
from a2wsgi.wsgi import build_environ

WSGIApp = Callable[[Any, Any], Iterable[bytes]]
"""A WSGI application (PEP 3333); libraries type it differently."""


class Threads:
    """Runs an app in up to `number` threads; further requests wait."""

    def __init__(self, app: WSGIApp, number: int) -> None:
        self._app = app
        self._pool = ThreadPoolExecutor(number, thread_name_prefix="WSGI")

    async def answer(self, scope: HTTPScope, body: bytes = b"") -> list[SendEvent]:
        """Run the app for a request and return its whole response; the scope is in `asgi.scope`."""
        run = copy_context().run
        return await asyncio.get_running_loop().run_in_executor(self._pool, run, self._answer, scope, body)

    def _answer(self, scope: HTTPScope, body: bytes) -> list[SendEvent]:
        answer = _Said()
        parts = self._app(build_environ(scope, BytesIO(body)), answer.start)  # type: ignore[arg-type]  # only read
        try:
            answer.written.extend(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        return [answer.head, {"type": "http.response.body", "body": b"".join(answer.written), "more_body": False}]


@dataclass
class _Said:
    """The app's response so far."""

    head: HTTPResponseStartEvent = field(init=False)
    written: list[bytes] = field(default_factory=list)

    def start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], None]:
        """Handle `start_response` (PEP 3333); nothing has been sent, so the last call counts."""
        code, _ = status.split(" ", 1)
        lines = [(name.strip().encode("latin-1").lower(), value.strip().encode("latin-1")) for name, value in headers]
        self.head = {"type": "http.response.start", "status": int(code), "headers": lines}
        return self.written.append

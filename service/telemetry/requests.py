"""Request logging: an id, the route, the account, the status and the duration of each request.

A log line names the route and never the path, because paths hold keys.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, Scope, Send, SendEvent
from flask import Flask, Response, has_request_context, request

from service.telemetry import logs
from service.telemetry.meters import note_request
from service.telemetry.traces import span

HEADER = "X-Request-Id"
TRACE = "traceparent"
SLOT = "sundial.request"
"""The key of a request's record in the ASGI scope."""
EXAMPLE_ID = "9b1f04c6e27d83aa"
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""An id that we accept from the client or a proxy."""
NO_ROUTE = "none"
QUIET = ("/healthz", "/readyz", "/metrics")
"""Routes that supervisors poll."""
GONE = 499
"""nginx's status for a client that closed the connection."""

Environ = MutableMapping[str, Any]
"""The WSGI environment of a request."""

log = logging.getLogger(__name__)


@dataclass
class Seen:
    """The known properties of a request. `account` is a number, also of a visitor; `code` is that of an error.

    If it `waits`, its duration depends on an event or on its reader.
    """

    id: str
    method: str = ""
    route: str = NO_ROUTE
    status: int | None = None
    account: int | None = None
    is_visitor: bool = False
    game: str | None = None
    code: str | None = None
    waits: bool = False


def request_id(given: str) -> str:
    """Return the given id if it is well-formed, or a new one."""
    return given if GIVEN.fullmatch(given) else secrets.token_hex(8)


def seen() -> Seen:
    """Return the record of the current request; without our ASGI server it is created here."""
    environ: Environ = request.environ
    kept: Environ = environ.get("asgi.scope", environ)
    if SLOT not in kept:
        kept[SLOT] = Seen(request_id(environ.get("HTTP_X_REQUEST_ID", "")), environ["REQUEST_METHOD"])
    found: Seen = kept[SLOT]
    return found


def init_app(app: Flask) -> None:
    """Add the id to each response and log line, and record the route and the game."""
    logs.name_requests(by=lambda: seen().id if has_request_context() else None)
    app.after_request(_note)


def _note(answer: Response) -> Response:
    known = seen()
    if request.url_rule is not None:
        known.route = request.url_rule.rule
    known.game = known.game or (request.view_args or {}).get("game_id")
    answer.headers[HEADER] = known.id
    return answer


class Traced:
    """ASGI middleware: gives each request an id, and logs it once the response is sent."""

    def __init__(self, server: ASGIApp, *, behind_proxies: bool) -> None:
        self.app = server
        self._behind_proxies = behind_proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI call."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known = Seen(request_id(_given(scope)), scope["method"])
        began = perf_counter()

        async def note(message: SendEvent) -> None:
            if message["type"] == "http.response.start":
                known.status = message["status"]
            await send(message)

        marked: Any = {**scope, SLOT: known}
        parent = _given(scope, TRACE) if self._behind_proxies else ""
        with span(known.method, parent) as traced:
            try:
                await self.app(marked, receive, note)
            finally:
                traced(f"{known.method} {known.route}", tell(known, perf_counter() - began))


def tell(known: Seen, seconds: float) -> Mapping[str, object]:
    """Count and log an answered request; return its known members."""
    status = known.status or GONE
    note_request(known.method, known.route, status, None if known.waits else seconds)
    members = {
        "request_id": known.id,
        "method": known.method,
        "route": known.route,
        "status": status,
        "ms": round(seconds * 1000, 1),
        "account": known.account,
        "game": known.game,
        "code": known.code,
    }
    level = logging.DEBUG if known.route in QUIET else logging.INFO
    told = {name: value for name, value in members.items() if value is not None}
    log.log(level, "request", extra=told)
    return told


def _given(scope: HTTPScope, header: str = HEADER) -> str:
    found = (value for name, value in scope["headers"] if name == header.lower().encode())
    return next(found, b"").decode("latin-1")

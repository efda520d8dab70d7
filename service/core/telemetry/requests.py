"""Each request seen from outside: its id, what was asked and by whom, what was answered, and how long that took.

The line of the log names the route and never the path: paths hold keys.
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

from service.core.telemetry import logs
from service.core.telemetry.meters import note_request
from service.core.telemetry.traces import span

HEADER = "X-Request-Id"
TRACE = "traceparent"
SLOT = "sundial.request"
"""Where the server puts what is seen of a request into its scope."""
EXAMPLE_ID = "9b1f04c6e27d83aa"
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""An id that we take from whoever asks, or from the proxy between us."""
NO_ROUTE = "none"
QUIET = ("/healthz", "/readyz", "/metrics")
"""What supervisors ask again and again."""
GONE = 499
"""What nginx calls it when the client did not wait for the answer."""

Environ = MutableMapping[str, Any]
"""What WSGI tells of a request."""

log = logging.getLogger(__name__)


@dataclass
class Seen:
    """What is known of a request so far; `account` is a number, also of one that `is_visitor`; `code` of a refusal.

    One that `waits` takes as long as something takes to happen, or its reader takes.
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
    """The id for a request: that which it came with, if that is well-formed, or a new one."""
    return given if GIVEN.fullmatch(given) else secrets.token_hex(8)


def seen() -> Seen:
    """What is seen of the request under way; without our server round the app it begins here."""
    environ: Environ = request.environ
    kept: Environ = environ.get("asgi.scope", environ)
    if SLOT not in kept:
        kept[SLOT] = Seen(request_id(environ.get("HTTP_X_REQUEST_ID", "")), environ["REQUEST_METHOD"])
    found: Seen = kept[SLOT]
    return found


def init_app(app: Flask) -> None:
    """Put the id on each answer and each line of the log, and note what the router and the view have found out."""
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
    """Around a server: gives each request its id, and when the answer has gone out, writes a line about it."""

    def __init__(self, server: ASGIApp, *, behind_proxies: bool) -> None:
        self.app = server
        self._behind_proxies = behind_proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
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
    """Count a request that was answered, and write the line about it; comes back with what is known of it."""
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

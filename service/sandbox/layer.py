"""ASGI middleware that injects faults into a sandbox's responses: late, truncated, repeated, or refused.

The app itself refuses and repeats (see `api.sandbox`), by the fault in the request's scope.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from a2wsgi.asgi_typing import ASGIApp, Receive, Scope, Send, SendEvent

from service.sandbox.faults import Fault, FaultBox

SLOT = "sundial.fault"
"""The key of the fault in the scope."""
SPARED = "Sandbox-Spare"
"""A header that exempts a request from faults and from the journal, for tools that observe a client."""
API = "/api/v1/"
SANDBOX = "/api/v1/sandbox/"
EVENTS = "/api/v1/events"
OF_ANY = (Fault.UNAVAILABLE, Fault.SLOW, Fault.CUT)
OF_EVENTS = (*OF_ANY, Fault.REPEATED_EVENTS)

Sleep = Callable[[float], Awaitable[None]]


class _Cut(Exception):
    """The connection must end here."""


@dataclass(frozen=True)
class Faulty:
    """An ASGI app that fails by plan, below `/api/v1` except for the sandbox's own paths."""

    app: ASGIApp
    faults: FaultBox
    sleep: Sleep = asyncio.sleep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI call."""
        fault = self._fault(scope)
        if fault is None:
            await self.app(scope, receive, send)
            return
        try:
            marked: Any = {**scope, SLOT: fault}
            await self.app(marked, receive, self._sending(fault, send))
        except _Cut:
            return  # an incomplete response makes the server end the connection

    def _fault(self, scope: Scope) -> Fault | None:
        if scope["type"] != "http" or not scope["path"].startswith(API) or scope["path"].startswith(SANDBOX):
            return None
        if any(name.lower() == SPARED.lower().encode() for name, _ in scope["headers"]):
            return None
        return self.faults.draw(OF_EVENTS if scope["path"].startswith(EVENTS) else OF_ANY)

    def _sending(self, fault: Fault, send: Send) -> Send:
        """Wrap `send` with this fault."""

        async def late(message: SendEvent) -> None:
            if message["type"] == "http.response.start":
                await self.sleep(self.faults.plan().slow_seconds)
            await send(message)

        async def in_part(message: SendEvent) -> None:
            if message["type"] == "http.response.body":
                body = message.get("body", b"")
                await send({"type": "http.response.body", "body": body[: len(body) // 2], "more_body": True})
                raise _Cut
            await send(message)

        return {Fault.SLOW: late, Fault.CUT: in_part}.get(fault, send)

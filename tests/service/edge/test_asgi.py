"""What a server asks beside requests."""

from __future__ import annotations

import asyncio
from typing import Any

from flask import Flask

from service.edge.asgi import Server


def said(app: Flask, kind: str, *told: str) -> list[str]:
    """What the server round an app says to this."""
    waiting, sent = list(told), []

    async def receive() -> Any:
        return {"type": waiting.pop(0)}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    scope: Any = {"type": kind}
    asyncio.run(Server(app, threads=1)(scope, receive, send))
    assert not waiting
    return sent


def test_a_websocket_is_closed(app: Flask) -> None:
    assert said(app, "websocket") == ["websocket.close"]


def test_beginning_and_end_of_a_server_are_taken_note_of(app: Flask) -> None:
    told = "lifespan.startup", "lifespan.shutdown"
    assert said(app, "lifespan", *told) == [f"{each}.complete" for each in told]

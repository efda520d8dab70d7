"""ASGI messages besides requests, and the lifespan's end."""

from __future__ import annotations

import asyncio
from typing import Any

from flask import Flask

from service.server.asgi import Server


async def heads(server: Server) -> list[Any]:
    """Return the response start of a server's liveness check."""
    sent = list[Any]()

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    path = {"path": "/healthz", "raw_path": b"/healthz", "query_string": b""}
    scope: Any = {"type": "http", "method": "GET", "http_version": "1.1", "scheme": "http", "headers": [], **path}
    await server(scope, receive, send)
    return [message for message in sent if message["type"] == "http.response.start"]


def said(app: Flask, kind: str, *told: str) -> list[str]:
    """Return the server's responses to these messages."""
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


def test_once_connections_end_each_answer_says_so(app: Flask) -> None:
    async def ask_twice() -> list[Any]:
        server = Server(app, threads=1)
        before = await heads(server)
        server.end_connections()
        return before + await heads(server)

    told = [[line for line in head["headers"] if line[0] == b"connection"] for head in asyncio.run(ask_twice())]
    assert told == [[], [(b"connection", b"close")]]

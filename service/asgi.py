"""The server's entry: the Flask app in threads, and around it those who wait for events, who hold no thread."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from time import monotonic
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import HTTPRequestEvent, HTTPResponseStartEvent, HTTPScope, Receive, Scope, Send, SendEvent
from flask import Flask

from service import create_app
from service.sandbox import Sandbox
from service.sandbox.layer import Faulty
from service.waiting import SLOT, Call, Wish
from service.watch import Watch, look_with

POLL = "/api/v1/events"
STREAM = "/api/v1/events/stream"
NO_BODY: HTTPRequestEvent = {"type": "http.request", "body": b"", "more_body": False}
THREADS = 32
"""Requests served at once by one process, unless `WEB_THREADS` says otherwise; each may hold a database connection."""

LISTENERS_AT_ONCE = 2
"""How many of those who listen are answered at once: an event that hundreds listen for must not hold up the moves."""


@dataclass(frozen=True)
class Answer:
    """What a view answered, and what it waits for."""

    messages: list[SendEvent]
    wish: Wish | None


class Server:
    """Serves the app's pages and REST from `threads` threads, and lets any number of clients wait."""

    def __init__(self, app: Flask, threads: int) -> None:
        self._app = WSGIMiddleware(app, workers=threads)  # type: ignore[arg-type]  # it types WSGI in its own way
        self._watch = Watch(look_with(app))
        self._turns = asyncio.Semaphore(LISTENERS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http" or scope["method"] != "GET" or scope["path"] not in (POLL, STREAM):
            await self._app(scope, receive, send)
        elif scope["path"] == POLL:
            await _until_gone(self._poll(scope, send), receive)
        else:
            await _until_gone(self._stream(scope, send), receive)

    async def _poll(self, scope: HTTPScope, send: Send) -> None:
        """Answer once: when there is something to tell, or when the time to wait is over."""
        answer = await self._ask(scope)
        ends = monotonic() + (answer.wish.seconds if answer.wish else 0)
        while answer.wish and (left := ends - monotonic()) > 0:
            await self._watch.until_news(replace(answer.wish, seconds=left))
            answer = await self._ask(scope, answer.wish.after)
        for message in answer.messages:
            await send(message)

    async def _stream(self, scope: HTTPScope, send: Send) -> None:
        """Answer again and again; ends when the view has nothing to wait for, as when the token was revoked."""
        answer = await self._ask(scope)
        if answer.wish is None:
            for message in answer.messages:
                await send(message)
            return
        await send(_without_length(_start(answer.messages)))
        while answer.wish is not None:
            await send({"type": "http.response.body", "body": _body(answer.messages), "more_body": True})
            await self._watch.until_news(answer.wish)
            answer = await self._ask(scope, answer.wish.after)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _ask(self, scope: HTTPScope, position: int | None = None) -> Answer:
        call = Call(position)
        messages: list[SendEvent] = []

        async def receive() -> HTTPRequestEvent:
            return NO_BODY

        async def keep(message: SendEvent) -> None:
            messages.append(message)

        asked: Any = {**scope, SLOT: call}
        async with self._turns:
            await self._app(asked, receive, keep)
        return Answer(messages, call.wish if _start(messages)["status"] == HTTPStatus.OK else None)


def create_server() -> Server | Faulty:
    """The server of the installation that the environment describes, or BadConfiguration."""
    app = create_app()
    server = Server(app, int(os.environ.get("WEB_THREADS") or THREADS))
    box: Sandbox | None = app.config["SANDBOX"]
    return Faulty(server, box.faults) if box else server


async def _until_gone(answering: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Answer, unless the client goes away before."""
    answer = asyncio.ensure_future(answering)
    client = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((answer, client), return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            answer.result()
    finally:
        client.cancel()
        answer.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start(messages: Sequence[SendEvent]) -> HTTPResponseStartEvent:
    return next(message for message in messages if message["type"] == "http.response.start")


def _without_length(start: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
    """The beginning of an answer that goes on for an unknown time."""
    headers = [(name, value) for name, value in start.get("headers", ()) if name != b"content-length"]
    return {**start, "headers": headers}


def _body(messages: Sequence[SendEvent]) -> bytes:
    return b"".join(message.get("body", b"") for message in messages if message["type"] == "http.response.body")

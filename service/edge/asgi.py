"""The server's entry: the Flask app in threads, and around it those who send slowly or wait, who hold no thread."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Coroutine, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

from a2wsgi.asgi_typing import HTTPResponseStartEvent, HTTPScope, Receive, Scope, Send, SendEvent
from flask import Flask
from gunicorn.errors import AppImportError

from service.core.config import MAIL_PATHS, MAX_HOOK_BYTES, BadConfiguration, from_environment
from service.core.limits import limit
from service.core.long_bodies import LONG_BODIES
from service.core.patience import Role
from service.core.telemetry import traces
from service.core.telemetry.processes import share
from service.core.telemetry.requests import QUIET, Traced
from service.core.waiting import SLOT, Call, LongPoll
from service.edge import bodies
from service.edge.app import create_app
from service.edge.bodies import Bodies, Gone, Unread, framed, linger
from service.edge.callers import Callers
from service.edge.subscription import Subscription
from service.edge.threads import Threads
from service.edge.watch import Watch, look_with
from service.embedded.home import be_private
from service.sandbox import Sandbox
from service.sandbox.layer import Faulty

POLL = "/api/v1/events"
STREAMS = ("/api/v1/events/stream", "/live")
PARTS = ("/api/v1/me/export", "/api/v1/me/export.mbox", "/me/export.json", "/me/export.mbox")
"""What is answered in parts (see `service.core.parts`)."""
LONGEST_ANSWER = 600
"""Seconds in which all parts of an answer have to be made and taken."""
LISTENERS_AT_ONCE = 2
"""How many of those who listen are answered at once: an event that hundreds listen for must not hold up the moves."""
PARTS_AT_ONCE = 1
"""Parts of exports that are made at once: they are long, and nobody waits for them as for a move."""
AT_ONCE = limit("network-pages")
FILES = "/static/"
"""Files are read from a disk, and thirty people who open a page ask for hundreds of them."""
PAUSE = 0.01
"""Seconds from one answer to somebody who has sent too much or too slowly to the next, for the same reason."""
CONNECTIONS = 1 << 16
"""How many clients one process may have, whatever the limit is that it was started with, if the machine allows it."""


@dataclass(frozen=True)
class HeldAnswer:
    """What a view answered, and what it waits for."""

    messages: list[SendEvent]
    wish: LongPoll | None
    uses: Sequence[Hashable]


class Server:
    """Serves the app's pages and REST from `threads` threads, and lets any number of clients wait.

    It stands behind so many `proxies`, and answers so many requests of one network without an account `at_once`.
    """

    def __init__(
        self,
        app: Flask,
        threads: int,
        seconds: float = bodies.SECONDS,
        redis_url: str = "",
        proxies: int = 0,
        at_once: int | None = None,
    ) -> None:
        self._threads = Threads(app, threads)
        self._bodies = Bodies(app.config["MAX_CONTENT_LENGTH"], seconds, longer={**LONG_BODIES, **_mail_hooks(app)})
        self._watch = Watch(look_with(app), partial(Subscription, redis_url) if redis_url else None)
        self._callers = Callers(proxies)
        self._listeners, self._exports = asyncio.Semaphore(LISTENERS_AT_ONCE), asyncio.Semaphore(PARTS_AT_ONCE)
        self._streams = Counter[Hashable]()
        self._at_once = at_once
        self._queues = WeakValueDictionary[Hashable, asyncio.Semaphore]()
        self._refusing = asyncio.Lock()
        self._is_ending = self._connections_end = False
        self.busy = 0
        """Requests under way."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        self.busy += 1
        try:
            await self._answer(scope, receive, self._telling(send))
        finally:
            self.busy -= 1

    def end_connections(self) -> None:
        """From now on, say with each answer that its connection ends there."""
        self._connections_end = True

    def let_go(self) -> None:
        """Give those who wait for something to happen what there is; from now on nobody waits here."""
        self._is_ending = True
        self._watch.let_go()

    def _telling(self, send: Send) -> Send:
        """Sends as this does, and says where connections end."""

        async def tell(message: SendEvent) -> None:
            if self._connections_end and message["type"] == "http.response.start":
                message = _with_an_end(message)
            await send(message)

        return tell

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await _decline(scope, receive, send)
            return
        try:
            body = await self._bodies.read(scope, receive)
        except Gone:
            return
        except Unread as refusal:
            await self._refuse(scope, receive, send, refusal)
        else:
            await self._serve(framed(scope, body), body, receive, send)

    async def _serve(self, scope: HTTPScope, body: bytes, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET" and scope["path"] in PARTS:
            async with asyncio.timeout(LONGEST_ANSWER):
                await _until_gone(self._parts(scope, send), receive)
        elif scope["method"] != "GET" or scope["path"] not in (POLL, *STREAMS):
            await self._page(scope, body, receive, send)
        elif scope["path"] == POLL:
            await _until_gone(self._poll(scope, send), receive)
        else:
            await _until_gone(self._stream(scope, send), receive)

    async def _page(self, scope: HTTPScope, body: bytes, receive: Receive, send: Send) -> None:
        """Answer once: an account, and for files, at once; all others of a network in order, unless they hang up."""
        is_free = scope["path"].startswith(FILES) or scope["path"] in QUIET or self._callers.account(scope)
        if is_free or self._at_once is None:
            messages = await self._threads.answer(scope, body)
        else:
            queue = self._queue(self._callers.network(scope), self._at_once)
            place = asyncio.Event()
            try:
                await _until_gone(_reach(queue, place), receive)
                if not place.is_set():
                    return
                messages = await self._threads.answer(scope, body)
            finally:
                if place.is_set():  # also where we are called off as it is given
                    queue.release()
        self._callers.note(scope)
        await _hand_on(messages, send)

    def _queue(self, whose: Hashable, at_once: int = 1) -> asyncio.Semaphore:
        """Where those wait of whom so many are answered at once."""
        return self._queues.setdefault(whose, asyncio.Semaphore(at_once))

    async def _refuse(self, scope: HTTPScope, receive: Receive, send: Send, refusal: Unread) -> None:
        """Let the app say why, and end the connection: what comes next on it would be the rest of the body."""
        marked: Any = {**framed(scope, b""), bodies.SLOT: refusal.status}
        async with self._refusing:
            messages = await self._threads.answer(marked)
            await asyncio.sleep(PAUSE)
        await _hand_on([_with_an_end(_start(messages)), *messages[1:]], send)
        if await linger(receive):
            raise ConnectionAbortedError("the body was not read")

    async def _poll(self, scope: HTTPScope, send: Send) -> None:
        """Answer once: when there is something to tell, or when the time to wait is over."""
        answer = await self._ask(scope, self._listeners)
        ends = monotonic() + (answer.wish.seconds if answer.wish else 0)
        while answer.wish and not self._is_ending and (left := ends - monotonic()) > 0:
            await self._watch.until_news(replace(answer.wish, seconds=left))
            answer = await self._ask(scope, self._listeners, answer.wish)
        await _hand_on(answer.messages, send)

    async def _stream(self, scope: HTTPScope, send: Send) -> None:
        """Answer again and again until the view has nothing to wait for, as when the token was revoked, or we end."""
        answer = await self._ask(scope, self._listeners)
        if answer.wish is None:
            await _hand_on(answer.messages, send)
            return
        begun = answer.uses
        self._streams.update(begun)
        try:
            await send(_without_length(_start(answer.messages)))
            while answer.wish is not None:
                await send({"type": "http.response.body", "body": _body(answer.messages), "more_body": True})
                if self._is_ending:
                    break
                await self._watch.until_news(answer.wish)
                answer = await self._ask(scope, self._listeners, answer.wish)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._streams.subtract(begun)
            for use in begun:
                if not self._streams[use]:
                    del self._streams[use]

    async def _parts(self, scope: HTTPScope, send: Send) -> None:
        """Answer part by part, each when the one before was taken; when one fails, the server ends the connection."""
        answer = await self._ask(scope, self._exports)
        if answer.wish is None:
            await _hand_on(answer.messages, send)
            return
        await send(_without_length(_start(answer.messages)))
        while answer.wish is not None:
            await send({"type": "http.response.body", "body": _body(answer.messages), "more_body": True})
            answer = await self._ask(scope, self._exports, answer.wish)
        if _start(answer.messages)["status"] == HTTPStatus.OK:
            await send({"type": "http.response.body", "body": _body(answer.messages), "more_body": False})

    async def _ask(self, scope: HTTPScope, places: asyncio.Semaphore, before: LongPoll | None = None) -> HeldAnswer:
        """Ask once there is a place; one of each account waits for it at a time, so that accounts take turns."""
        call = Call(before.after if before else None, open=self._streams)
        asked: Any = {**scope, SLOT: call}
        known = (before.account_id if before else None) or self._callers.account(scope)
        async with self._queue((places, known or self._callers.network(scope))), places:
            messages = await self._threads.answer(asked)
        self._callers.note(asked)
        return HeldAnswer(messages, call.wish if _start(messages)["status"] == HTTPStatus.OK else None, call.uses)


def create_server() -> Traced:
    """The server of the installation that the environment describes, or what lets gunicorn end with a sentence."""
    be_private()
    _allow_connections()
    try:
        settings = from_environment()
        share(settings.home)
        traces.begin()
        app = create_app(settings, role=Role.WEB)
    except BadConfiguration as wrong:
        raise AppImportError(f"Error: {wrong}") from None
    server = Server(
        app,
        settings.web_threads,
        redis_url=settings.redis_url,
        proxies=settings.trusted_proxies,
        at_once=settings.rate_limits.get(AT_ONCE.name),
    )
    box: Sandbox | None = app.config["SANDBOX"]
    return Traced(Faulty(server, box.faults) if box else server, behind_proxies=settings.trusted_proxies > 0)


def _mail_hooks(app: Flask) -> Mapping[str, int]:
    """The bytes that a body may have where providers bring mail, if they may; nobody does to an app of no settings."""
    settings = app.config.get("SETTINGS")
    return dict.fromkeys(MAIL_PATHS, MAX_HOOK_BYTES) if settings and settings.mail_ways.takes_http else {}


def _allow_connections() -> None:
    """Let this process open as many files as it may: each client is one, and most systems begin with 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, CONNECTIONS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _decline(scope: Scope, receive: Receive, send: Send) -> None:
    """Close what is a websocket; nothing is to be done as a server begins and ends."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000, "reason": ""})
        return
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


async def _hand_on(messages: Sequence[SendEvent], send: Send) -> None:
    """Send an answer as fast as its reader takes it."""
    for message in messages:
        await send(message)


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


async def _reach(queue: asyncio.Semaphore, place: asyncio.Event) -> None:
    await queue.acquire()
    place.set()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start(messages: Sequence[SendEvent]) -> HTTPResponseStartEvent:
    return next(message for message in messages if message["type"] == "http.response.start")


def _without_length(start: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
    """The beginning of an answer that goes on for an unknown time."""
    headers = [(name, value) for name, value in start.get("headers", ()) if name != b"content-length"]
    return {**start, "headers": headers}


def _with_an_end(start: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
    """The beginning of the last answer on a connection."""
    headers = [(name, value) for name, value in start.get("headers", ()) if name != b"connection"]
    return {**start, "headers": [*headers, (b"connection", b"close")]}


def _body(messages: Sequence[SendEvent]) -> bytes:
    return b"".join(message.get("body", b"") for message in messages if message["type"] == "http.response.body")

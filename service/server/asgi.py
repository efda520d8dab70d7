"""The ASGI entry point: runs the Flask app in threads, and serves slow and waiting clients without one."""

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

from service.config.environment import MAIL_PATHS, MAX_HOOK_BYTES, BadConfiguration, from_environment
from service.config.limits import limit
from service.config.timeouts import Role
from service.embedded.home import be_private
from service.http.long_bodies import LONG_BODIES
from service.http.long_polling import SLOT, Call, LongPoll
from service.sandbox import Sandbox
from service.sandbox.layer import Faulty
from service.server import bodies
from service.server.app import create_app
from service.server.bodies import Bodies, Gone, Unread, framed, linger
from service.server.callers import Callers
from service.server.subscription import Subscription
from service.server.threads import Threads
from service.server.watch import Watch, look_with
from service.telemetry import traces
from service.telemetry.processes import share
from service.telemetry.requests import QUIET, Traced

HEALTH = "/healthz"
"""Answered by a thread of its own: a proxy must see that we are there while all others wait for the database."""
POLL = "/api/v1/events"
STREAMS = ("/api/v1/events/stream", "/live")
PARTS = ("/api/v1/me/export", "/api/v1/me/export.mbox", "/me/export.json", "/me/export.mbox")
"""Paths with chunked downloads (see `service.http.streaming`)."""
LONGEST_ANSWER = 600
"""Seconds for all parts of a response, made and taken."""
LISTENERS_AT_ONCE = 2
"""Waiting clients answered at a time: an event for hundreds of them must not delay moves."""
PARTS_AT_ONCE = 1
"""Parts of exports made at a time: they take long, and are less urgent than moves."""
AT_ONCE = limit("network-pages")
FILES = "/static/"
"""Files are read from a disk, and thirty people who open a page request hundreds of them."""
PAUSE = 0.01
"""Seconds between two answers to clients that send too much or too slowly, to bound their cost."""
CONNECTIONS = 1 << 16
"""The most clients of a process, if the machine allows it, whatever its initial limit is."""


@dataclass(frozen=True)
class HeldAnswer:
    """A view's response, and what it waits for."""

    messages: list[SendEvent]
    wish: LongPoll | None
    uses: Sequence[Hashable]


class Server:
    """Serves the app's pages and REST API from `threads` threads, with any number of waiting clients.

    `proxies` is the number of proxies before it, `at_once` the limit of concurrent requests of a network without an
    account.
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
        self._health = Threads(app, 1)
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
        """The number of open requests."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI call."""
        self.busy += 1
        try:
            await self._answer(scope, receive, self._telling(send))
        finally:
            self.busy -= 1

    def end_connections(self) -> None:
        """Close each connection after its next response, and announce that."""
        self._connections_end = True

    def let_go(self) -> None:
        """Answer all waiting clients now, and let no more wait."""
        self._is_ending = True
        self._watch.let_go()

    def _telling(self, send: Send) -> Send:
        """Wrap `send` so that responses announce the end of their connection."""

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
        """Answer a page.

        Accounts and files are served at once; other requests of a network queue, unless they hang up.
        """
        is_free = scope["path"].startswith(FILES) or scope["path"] in QUIET or self._callers.account(scope)
        if is_free or self._at_once is None:
            messages = await (self._health if scope["path"] == HEALTH else self._threads).answer(scope, body)
        else:
            queue = self._queue(self._callers.network(scope), self._at_once)
            place = asyncio.Event()
            try:
                await _until_gone(_reach(queue, place), receive)
                if not place.is_set():
                    return
                messages = await self._threads.answer(scope, body)
            finally:
                if place.is_set():  # also if we are cancelled at the moment it is granted
                    queue.release()
        self._callers.note(scope)
        await _hand_on(messages, send)

    def _queue(self, whose: Hashable, at_once: int = 1) -> asyncio.Semaphore:
        """Return the semaphore that limits concurrent requests of one client."""
        return self._queues.setdefault(whose, asyncio.Semaphore(at_once))

    async def _refuse(self, scope: HTTPScope, receive: Receive, send: Send, refusal: Unread) -> None:
        """Let the app explain the refusal, and end the connection: the rest of the body would follow on it."""
        marked: Any = {**framed(scope, b""), bodies.SLOT: refusal.status}
        async with self._refusing:
            messages = await self._threads.answer(marked)
            await asyncio.sleep(PAUSE)
        await _hand_on([_with_an_end(_start(messages)), *messages[1:]], send)
        if await linger(receive):
            raise ConnectionAbortedError("the body was not read")

    async def _poll(self, scope: HTTPScope, send: Send) -> None:
        """Answer a long poll, at the first event or at its timeout."""
        answer = await self._ask(scope, self._listeners)
        ends = monotonic() + (answer.wish.seconds if answer.wish else 0)
        while answer.wish and not self._is_ending and (left := ends - monotonic()) > 0:
            await self._watch.until_news(replace(answer.wish, seconds=left))
            answer = await self._ask(scope, self._listeners, answer.wish)
        await _hand_on(answer.messages, send)

    async def _stream(self, scope: HTTPScope, send: Send) -> None:
        """Stream responses until the view waits for nothing, as after a revoked token, or the server ends."""
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
        """Send a response part by part, each after the one before was taken; a failure ends the connection."""
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
        """Call the view once there is a place.

        An account waits for one place at a time, so that accounts take turns.
        """
        call = Call(before.after if before else None, open=self._streams)
        asked: Any = {**scope, SLOT: call}
        known = (before.account_id if before else None) or self._callers.account(scope)
        async with self._queue((places, known or self._callers.network(scope))), places:
            messages = await self._threads.answer(asked)
        self._callers.note(asked)
        return HeldAnswer(messages, call.wish if _start(messages)["status"] == HTTPStatus.OK else None, call.uses)


def create_server() -> Traced:
    """Create the server from the environment, or raise the error that ends gunicorn with a message."""
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
    """Return the body limits of the paths for providers' email, if enabled; none for an app without settings."""
    settings = app.config.get("SETTINGS")
    return dict.fromkeys(MAIL_PATHS, MAX_HOOK_BYTES) if settings and settings.mail_ways.takes_http else {}


def _allow_connections() -> None:
    """Raise the limit of open files to what is allowed: each client needs one, and most systems start with 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, CONNECTIONS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _decline(scope: Scope, receive: Receive, send: Send) -> None:
    """Close a websocket; acknowledge the lifespan events."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000, "reason": ""})
        return
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


async def _hand_on(messages: Sequence[SendEvent], send: Send) -> None:
    """Send a response as fast as its client reads it."""
    for message in messages:
        await send(message)


async def _until_gone(answering: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Run a handler until it is done or the client disconnects."""
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
    """Return the start of a response of unknown length."""
    headers = [(name, value) for name, value in start.get("headers", ()) if name != b"content-length"]
    return {**start, "headers": headers}


def _with_an_end(start: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
    """Return the start of the last response on a connection."""
    headers = [(name, value) for name, value in start.get("headers", ()) if name != b"connection"]
    return {**start, "headers": [*headers, (b"connection", b"close")]}


def _body(messages: Sequence[SendEvent]) -> bytes:
    return b"".join(message.get("body", b"") for message in messages if message["type"] == "http.response.body")

"""Many requests from one network: they queue, and signed-in clients do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event, Lock
from typing import Any

import pytest
from flask import Flask, request

from service.server.asgi import Server
from service.telemetry.requests import seen

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
SIGNED_IN, OTHER, VISITOR = {"cookie": "ann"}, {"cookie": "bob"}, {"cookie": "guest"}
EVENTS = "/api/v1/events"


class Pages:
    """An app whose dear page is made as long as the test wants, and the server round it."""

    def __init__(self, proxies: int) -> None:
        self.made, self._lock = 0, Lock()
        self.may_end, self.hangs_up = Event(), asyncio.Event()
        app = Flask(__name__, static_folder=None)
        app.config["MAX_CONTENT_LENGTH"] = 1024
        app.add_url_rule("/dear", view_func=self._make)
        app.add_url_rule("/api/v1/events", "events", view_func=self._make)
        app.add_url_rule("/static/file", "file", view_func=lambda: "file")
        app.before_request(self._look)
        self._server = Server(app, threads=16, proxies=proxies, at_once=2)

    async def get(self, path: str, client: str = HERE, **headers: str) -> int:
        """Return the status of the response; 0 if the client hung up before it."""
        sent, body = list[Any](), [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if body:
                return body.pop()
            await (self.hangs_up if "x_gone" in headers else asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        asked = {"path": path, "raw_path": path.encode(), "query_string": b"", "client": (client, 1), "headers": lines}
        scope: Any = {"type": "http", "method": "GET", "http_version": "1.1", "scheme": "http", **asked}
        await self._server(scope, receive, send)
        return int(sent[0]["status"]) if sent else 0

    def crowd(self, number: int, client: str = HERE, path: str = "/dear", **headers: str) -> list[asyncio.Task[int]]:
        """Send so many requests for the slow page at once."""
        return [asyncio.create_task(self.get(path, client, **headers)) for _ in range(number)]

    async def has_made(self, number: int) -> bool:
        """Whether so many of them are made at once, and no more."""
        for _ in range(100):
            await asyncio.sleep(0.01)
            if self.made == number:
                break
        await asyncio.sleep(0.05)
        return self.made == number

    def _look(self) -> None:
        who = {"ann": (7, False), "bob": (9, False), "guest": (8, True)}.get(request.headers.get("Cookie", ""))
        if who:
            seen().account, seen().is_visitor = who

    def _make(self) -> str:
        with self._lock:
            self.made += 1
        self.may_end.wait(5)
        return "dear"


@pytest.fixture
def run() -> Callable[..., Any]:
    """Return a runner of scenarios with such pages."""

    def told(story: Callable[[Pages], Any], proxies: int = 0) -> None:
        async def whole() -> None:
            pages = Pages(proxies)
            try:
                await asyncio.wait_for(story(pages), 5)
            finally:
                pages.may_end.set()

        asyncio.run(whole())

    return told


def test_pages_of_one_network_are_made_in_order(run: Callable[..., Any]) -> None:
    async def story(pages: Pages) -> None:
        crowd = pages.crowd(5)
        assert await pages.has_made(2)
        crowd += pages.crowd(1, ELSEWHERE)
        assert await pages.has_made(3)
        assert await pages.get("/static/file") == 200
        pages.may_end.set()
        assert await asyncio.gather(*crowd) == [200] * 6

    run(story)


def test_who_hangs_up_has_no_place_in_the_queue(run: Callable[..., Any]) -> None:
    async def story(pages: Pages) -> None:
        crowd = pages.crowd(2)
        assert await pages.has_made(2)
        waiting = pages.crowd(50, x_gone="soon")
        crowd += pages.crowd(1)
        await asyncio.sleep(0)
        pages.hangs_up.set()
        assert await asyncio.gather(*waiting) == [0] * 50
        pages.may_end.set()
        assert await asyncio.gather(*crowd) == [200] * 3
        assert pages.made == 3

    run(story)


@pytest.mark.parametrize("steps", range(12))
def test_who_is_called_off_at_any_moment_gives_the_place_back(run: Callable[..., Any], steps: int) -> None:
    async def story(pages: Pages) -> None:
        crowd = pages.crowd(1)
        assert await pages.has_made(1)
        [called_off] = pages.crowd(1)
        for _ in range(steps):
            await asyncio.sleep(0)
        called_off.cancel()
        await asyncio.gather(called_off, return_exceptions=True)
        await asyncio.sleep(0.05)  # what a thread has begun is made all the same
        made = pages.made
        crowd += pages.crowd(1)
        assert await pages.has_made(made + 1)
        pages.may_end.set()
        await asyncio.gather(*crowd)

    run(story)


def test_who_was_just_known_to_be_signed_in_waits_for_nobody(run: Callable[..., Any]) -> None:
    async def story(pages: Pages) -> None:
        for known in (SIGNED_IN, VISITOR):
            await pages.get("/static/file", **known)
        crowd = pages.crowd(3)
        assert await pages.has_made(2)
        crowd += pages.crowd(3, **SIGNED_IN)
        assert await pages.has_made(5)
        crowd += [*pages.crowd(1, **VISITOR), *pages.crowd(1, cookie="made up"), *pages.crowd(1, authorization="ann")]
        assert await pages.has_made(5)
        pages.may_end.set()
        await asyncio.gather(*crowd)

    run(story)


def test_accounts_that_listen_take_turns(run: Callable[..., Any]) -> None:
    async def story(pages: Pages) -> None:
        for known in (SIGNED_IN, OTHER):
            await pages.get("/static/file", **known)
        crowd = pages.crowd(5, path=EVENTS, **SIGNED_IN)
        assert await pages.has_made(1)
        crowd += pages.crowd(2, path=EVENTS, **OTHER)
        assert await pages.has_made(2)
        pages.may_end.set()
        assert await asyncio.gather(*crowd) == [200] * 7

    run(story)


def test_behind_a_proxy_the_network_is_what_the_proxy_says(run: Callable[..., Any]) -> None:
    async def story(pages: Pages) -> None:
        crowd = pages.crowd(3, x_forwarded_for=f"{ELSEWHERE}, {HERE}")
        assert await pages.has_made(2)
        crowd += pages.crowd(1, x_forwarded_for=f"{HERE}, {ELSEWHERE}")
        assert await pages.has_made(3)
        pages.may_end.set()
        await asyncio.gather(*crowd)

    run(story, proxies=1)

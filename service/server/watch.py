"""A watcher that polls the event log for all waiting clients of this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from flask import Flask
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.http.long_polling import LongPoll
from service.jobs.events import concerned, standing
from service.server.subscription import Subscription
from service.telemetry.outages import tell

EVERY = 0.25
"""Seconds between two polls while a client waits: one poll finds all events in between."""
SELDOM = 2.0
"""Seconds between two polls while Redis would announce events.

If a process ends before it announces one, that event waits so long.
"""


@dataclass(frozen=True)
class News:
    """The result of a poll: the newest event, and the accounts and games that new events concern."""

    newest: int
    accounts: set[int] = field(default_factory=set)
    games: set[str] = field(default_factory=set)
    is_all: bool = True
    """Whether no event waits for its number."""

    def concerns(self, wish: LongPoll) -> bool:
        """Check whether an event concerns a waiting client."""
        return wish.account_id in self.accounts or wish.game_id in self.games


Look = Callable[[int], News]
"""Reads the events after a number; blocks."""
Subscribe = Callable[[Callable[[], None]], Subscription]
"""Creates a subscription that calls the function when it is time to poll."""


class Watch:
    """Wakes waiting clients. It polls only while there are some."""

    def __init__(self, look: Look, subscribe: Subscribe | None = None, every: float = EVERY) -> None:
        self._look = look
        self._every = every
        self._is_called = asyncio.Event()
        self._subscription = subscribe(self._is_called.set) if subscribe else None
        self._newest = 0
        self._waiting: dict[asyncio.Event, LongPoll] = {}
        self._looking: asyncio.Task[None] | None = None

    async def until_news(self, wish: LongPoll) -> None:
        """Wait until an event concerns the client, or until its timeout."""
        bell = asyncio.Event()
        self._enter(bell, wish)
        try:
            async with asyncio.timeout(wish.seconds):
                await bell.wait()
        except TimeoutError:
            pass
        finally:
            del self._waiting[bell]

    def let_go(self) -> None:
        """Wake all clients."""
        for bell in self._waiting:
            bell.set()
        self._is_called.set()

    def _enter(self, bell: asyncio.Event, wish: LongPoll) -> None:
        if self._looking is None or self._looking.done():
            self._newest = wish.after
            self._looking = asyncio.create_task(self._keep_looking())
        elif wish.after < self._newest:
            bell.set()  # an event came while the view was answering
        self._waiting[bell] = wish

    async def _keep_looking(self) -> None:
        hearing = asyncio.create_task(self._subscription.keep()) if self._subscription else None
        try:
            await asyncio.sleep(self._every)
            while self._waiting:
                self._is_called.clear()
                is_all = await self._look_once()
                await asyncio.sleep(self._every)
                if is_all and self._subscription and self._subscription.is_sure():
                    await self._until_called(SELDOM - self._every)
        finally:
            if hearing:
                hearing.cancel()

    async def _until_called(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_called.wait()

    async def _look_once(self) -> bool:
        """Poll once and wake the clients concerned; returns whether nothing is left to find."""
        try:
            news = await asyncio.to_thread(self._look, self._newest)
        except (DBAPIError, PoolTimeout) as failure:
            tell(failure, "nobody can be woken")
            return False
        self._newest = news.newest
        for bell, wish in self._waiting.items():
            if news.concerns(wish):
                bell.set()
        return news.is_all


def look_with(app: Flask) -> Look:
    """Create the polling function for an app's database."""

    def look(after: int) -> News:
        with app.app_context():
            newest, is_waiting = standing()
            concerns = concerned(after, newest) if newest > after else (set(), set())
            return News(max(after, newest), *concerns, is_all=not is_waiting)

    return look

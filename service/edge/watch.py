"""One look at the event log for everybody in this process who waits for something to happen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Flask
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.core.telemetry.outages import tell
from service.core.waiting import LongPoll
from service.work.events import concerned, newest_number

EVERY = 0.25
"""Seconds between two looks, while there is somebody who waits."""


@dataclass(frozen=True)
class News:
    """What was found in one look: the newest event, and whom the events since the look before concern."""

    newest: int
    accounts: set[int] = field(default_factory=set)
    games: set[str] = field(default_factory=set)

    def concerns(self, wish: LongPoll) -> bool:
        """Whether somebody waits for this."""
        return wish.account_id in self.accounts or wish.game_id in self.games


Look = Callable[[int], News]
"""What happened after an event; blocks."""


class Watch:
    """Wakes those who wait. It looks only while somebody does."""

    def __init__(self, look: Look, every: float = EVERY) -> None:
        self._look = look
        self._every = every
        self._newest = 0
        self._waiting: dict[asyncio.Event, LongPoll] = {}
        self._looking: asyncio.Task[None] | None = None

    async def until_news(self, wish: LongPoll) -> None:
        """Come back when something concerns the wish, or when its time is over."""
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
        """Wake everybody."""
        for bell in self._waiting:
            bell.set()

    def _enter(self, bell: asyncio.Event, wish: LongPoll) -> None:
        if self._looking is None or self._looking.done():
            self._newest = wish.after
            self._looking = asyncio.create_task(self._keep_looking())
        elif wish.after < self._newest:
            bell.set()  # something happened while the view was answering
        self._waiting[bell] = wish

    async def _keep_looking(self) -> None:
        await asyncio.sleep(self._every)
        while self._waiting:
            try:
                self._wake(await asyncio.to_thread(self._look, self._newest))
            except (DBAPIError, PoolTimeout) as failure:
                tell(failure, "nobody can be woken")
            await asyncio.sleep(self._every)

    def _wake(self, news: News) -> None:
        self._newest = news.newest
        for bell, wish in self._waiting.items():
            if news.concerns(wish):
                bell.set()


def look_with(app: Flask) -> Look:
    """A look at the log of an app's database."""

    def look(after: int) -> News:
        with app.app_context():
            newest = newest_number()
            return News(newest, *concerned(after, newest)) if newest > after else News(after)

    return look

"""Waiting clients are woken by events that concern them, and only by those."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from time import monotonic

import psycopg
import pytest
import redis
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

from service.http.long_polling import LongPoll
from service.jobs.wake import READERS, Hints
from service.server.subscription import Subscription
from service.server.watch import EVERY, SELDOM, News, Watch
from tests.servers import Redis

SOON = 0.001
NEVER = 3600.0


class Log:
    """Fake log with one piece of news, or an error, per look."""

    def __init__(self, *news: News | DBAPIError) -> None:
        self._news = list(news)
        self.asked_after: list[int] = []

    def __call__(self, after: int) -> News:
        """Return the next piece of news."""
        self.asked_after.append(after)
        found = self._news.pop(0) if self._news else News(after)
        if isinstance(found, DBAPIError):
            raise found
        return found


def waiting(log: Log, *wishes: LongPoll) -> Sequence[object]:
    """Return the results of concurrent waiters."""

    async def wait() -> Sequence[object]:
        watch = Watch(log, every=SOON)
        return await asyncio.gather(
            *(asyncio.wait_for(watch.until_news(wish), 0.2) for wish in wishes), return_exceptions=True
        )

    return asyncio.run(wait())


def test_news_of_an_account_wakes_who_waits_for_it_and_nobody_else() -> None:
    mine, other = LongPoll(1, None, 5, NEVER), LongPoll(2, None, 5, NEVER)

    woken, still_waiting = waiting(Log(News(6, accounts={1})), mine, other)

    assert woken is None
    assert isinstance(still_waiting, TimeoutError)


def test_news_of_a_game_wakes_who_watches_it() -> None:
    assert waiting(Log(News(6, games={"g"})), LongPoll(1, "g", 5, NEVER)) == [None]


def test_a_wish_comes_back_when_its_time_is_over() -> None:
    assert waiting(Log(), LongPoll(1, None, 5, 0.01)) == [None]


def test_who_answered_late_is_asked_again_at_once() -> None:
    """Check that events between a view's look and its wait are not missed."""

    async def wait() -> set[str]:
        watch = Watch(Log(News(9, accounts={1})), every=SOON)
        await asyncio.wait_for(watch.until_news(LongPoll(1, None, 5, NEVER)), 1)
        wishes = {"late": LongPoll(3, None, 5, NEVER), "in time": LongPoll(4, None, 9, NEVER)}
        tasks = [asyncio.create_task(watch.until_news(wish), name=name) for name, wish in wishes.items()]
        done, waiting = await asyncio.wait(tasks, timeout=0.3)
        for task in waiting:
            task.cancel()
        return {task.get_name() for task in done}

    assert asyncio.run(wait()) == {"late"}


def test_each_look_begins_where_the_last_one_ended() -> None:
    log = Log(News(6, accounts={2}), News(8, accounts={1}))

    waiting(log, LongPoll(1, None, 5, NEVER))

    assert log.asked_after == [5, 6]


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (OperationalError("", {}, psycopg.OperationalError("connection refused")), []),
        (
            ProgrammingError("", {}, psycopg.errors.UndefinedTable("no event")),
            ["nobody can be woken: ProgrammingError: "],
        ),
    ],
)
def test_a_look_that_fails_is_told_and_the_next_one_is_taken(
    caplog: pytest.LogCaptureFixture, failure: DBAPIError, said: list[str]
) -> None:
    assert waiting(Log(failure, News(6, accounts={1})), LongPoll(1, None, 5, NEVER)) == [None]
    told = [message for message in caplog.messages if message.startswith("nobody can be woken")]
    assert [message[: len(beginning)] for message, beginning in zip(told, said, strict=True)] == said


class Table:
    """A log that grows while others look; says when it was looked at."""

    def __init__(self) -> None:
        self.newest = 5
        self.is_all = True
        self.looks: list[float] = []

    def __call__(self, after: int) -> News:
        """Return the news, all of it for account 1."""
        self.looks.append(monotonic())
        return News(max(after, self.newest), {1} if self.newest > after else set(), is_all=self.is_all)


def calm(table: Table, server: Redis) -> Watch:
    """Return a watch woken by Redis, which trusts it once subscribed."""
    return Watch(table, partial(Subscription, server.url, doubt=0))


async def pauses(table: Table, watch: Watch, seconds: float) -> list[float]:
    """Return the seconds between looks while twenty clients wait and nothing happens."""
    waiting = [watch.until_news(LongPoll(2, None, 5, seconds)) for _ in range(20)]
    await asyncio.gather(*waiting)
    return [later - earlier for earlier, later in zip(table.looks, table.looks[1:], strict=False)]


def test_while_redis_says_when_to_look_there_are_few_looks(redis_server: Redis) -> None:
    table = Table()
    between = asyncio.run(pauses(table, calm(table, redis_server), 2 * SELDOM))
    assert min(between[1:], default=SELDOM) > SELDOM / 2


def test_however_many_wait_there_is_one_connection(redis_server: Redis) -> None:
    async def listeners() -> object:
        table = Table()
        waiting = asyncio.create_task(pauses(table, calm(table, redis_server), 1))
        await asyncio.sleep(0.5)
        with redis.Redis.from_url(redis_server.url, decode_responses=True) as client:
            found = client.pubsub_numsub(READERS)
        await waiting
        return found

    assert asyncio.run(listeners()) == [(READERS, 1)]


def test_while_redis_is_away_looks_are_as_many_as_without_it(redis_server: Redis) -> None:
    redis_server.stop()
    table = Table()
    between = asyncio.run(pauses(table, calm(table, redis_server), 2))
    assert len(between) >= 3
    assert max(between) < 4 * EVERY


def test_while_events_wait_for_their_numbers_looks_are_as_many(redis_server: Redis) -> None:
    table = Table()
    table.is_all = False
    between = asyncio.run(pauses(table, calm(table, redis_server), 2))
    assert len(between) >= 3


async def latencies(table: Table, watch: Watch, server: Redis, times: int) -> list[float]:
    """Return the seconds from each event until its waiter woke."""
    hints, taken = Hints(server.url), []
    for _ in range(times):
        waiting = asyncio.create_task(watch.until_news(LongPoll(1, None, table.newest, NEVER)))
        await asyncio.sleep(2 * EVERY)
        table.newest += 1
        happened = monotonic()
        hints.tell_readers([1])
        await waiting
        taken.append(monotonic() - happened)
    return taken


def test_who_waits_is_woken_when_it_happens(redis_server: Redis) -> None:
    table = Table()
    taken = asyncio.run(latencies(table, calm(table, redis_server), redis_server, 8))
    assert sorted(taken)[4] < EVERY / 2


def test_what_nobody_was_told_of_is_found_all_the_same(redis_server: Redis) -> None:
    async def wait() -> float:
        table = Table()
        watch = calm(table, redis_server)
        waiting = asyncio.create_task(watch.until_news(LongPoll(1, None, 5, NEVER)))
        await asyncio.sleep(1)
        table.newest += 1
        happened = monotonic()
        await waiting
        return monotonic() - happened

    assert asyncio.run(wait()) < 2 * SELDOM


def test_what_happens_while_redis_hangs_is_found_soon(redis_server: Redis) -> None:
    async def wait() -> float:
        table = Table()
        watch = calm(table, redis_server)
        waiting = asyncio.create_task(watch.until_news(LongPoll(1, None, 5, NEVER)))
        await asyncio.sleep(1)
        with redis_server.hanging():
            table.newest += 1
            happened = monotonic()
            await waiting
        return monotonic() - happened

    assert asyncio.run(wait()) < SELDOM

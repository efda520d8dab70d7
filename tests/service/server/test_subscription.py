"""A web process hears that something has happened, and knows when it might not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic

import pytest
import redis

from service.jobs.wake import READERS, Hints
from service.server.subscription import Subscription
from tests.servers import Redis

PATIENCE = 10.0


@dataclass
class Ear:
    """A subscription, and how often it has called."""

    url: str
    doubt: float = 0.0
    calls: int = 0
    subscription: Subscription = field(init=False)

    def __post_init__(self) -> None:
        self.subscription = Subscription(self.url, self._note, self.doubt)

    def _note(self) -> None:
        self.calls += 1


@asynccontextmanager
async def listening(server: Redis, doubt: float = 0.0) -> AsyncIterator[Ear]:
    """Subscribe, and wait until it is confirmed unless it never will be."""
    ear = Ear(server.url, doubt)
    keeping = asyncio.create_task(ear.subscription.keep())
    try:
        await until(lambda: ear.calls == 1)
        yield ear
    finally:
        while not keeping.done():  # where it comes together with a timeout, redis-py may swallow a cancellation
            keeping.cancel()
            await asyncio.wait([keeping], timeout=1)


async def until(ask: Callable[[], bool]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(PATIENCE):
        while not ask():  # noqa: ASYNC110  # it is so in other processes
            await asyncio.sleep(0.01)


def tell(server: Redis) -> None:
    """Publish an event for an account from another process."""
    Hints(server.url).tell_readers([1])


def test_what_happens_is_heard_and_nothing_is_said_of_it(redis_server: Redis) -> None:
    async def listen() -> int:
        async with listening(redis_server) as ear:
            tell(redis_server)
            await until(lambda: ear.calls == 2)
            return ear.calls

    with redis.Redis.from_url(redis_server.url) as client, client.pubsub() as channel:
        channel.subscribe(READERS)
        assert asyncio.run(listen()) == 2
        heard = [channel.get_message(timeout=PATIENCE) for _ in range(2)]
    assert [(message["type"], message["data"]) for message in heard if message] == [("subscribe", 1), ("message", b"")]


def test_a_redis_that_dies_is_noticed_at_once_and_heard_when_it_is_back_and_empty(redis_server: Redis) -> None:
    async def listen() -> None:
        async with listening(redis_server) as ear:
            assert ear.subscription.is_sure()
            redis_server.stop()
            await until(lambda: ear.calls >= 2)
            assert not ear.subscription.is_sure()
            redis_server.start()
            await until(ear.subscription.is_sure)
            calls = ear.calls
            tell(redis_server)
            await until(lambda: ear.calls > calls)

    asyncio.run(listen())


def test_a_redis_that_hangs_is_noticed_in_a_second_and_heard_when_it_goes_on(redis_server: Redis) -> None:
    async def listen() -> float:
        async with listening(redis_server) as ear:
            with redis_server.hanging():
                begun = monotonic()
                await until(lambda: not ear.subscription.is_sure())
                noticed = monotonic() - begun
                assert ear.calls == 2
            await until(ear.subscription.is_sure)
            calls = ear.calls
            tell(redis_server)
            await until(lambda: ear.calls > calls)
            return noticed

    assert asyncio.run(listen()) < 2


def test_while_others_may_keep_quiet_since_redis_was_away_nobody_is_sure(redis_server: Redis) -> None:
    async def listen() -> None:
        async with listening(redis_server, doubt=0.5) as ear:
            assert not ear.subscription.is_sure()
            await until(ear.subscription.is_sure)

    asyncio.run(listen())


def test_whom_redis_does_not_let_listen_is_never_sure(redis_server: Redis) -> None:
    async def listen() -> bool:
        async with listening(redis_server) as ear:
            return ear.subscription.is_sure()

    with redis.Redis.from_url(redis_server.url) as client:
        client.execute_command("ACL", "SETUSER", "default", "resetchannels")
        assert not asyncio.run(listen())
        Hints(redis_server.url).note_audience(list)
        tell(redis_server)  # which is refused to call, and finds nobody who has an endpoint
        assert client.llen("webhooks") == 0


def test_silence_is_no_outage(redis_server: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async def listen() -> int:
        async with listening(redis_server) as ear:
            await asyncio.sleep(1.6)
            assert ear.subscription.is_sure()
            return ear.calls

    assert asyncio.run(listen()) == 1
    assert caplog.messages == []

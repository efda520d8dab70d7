"""Connections to Redis that give up in time: a stuck one is to delay few requests, and those by little."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import redis
from redis import asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.core.outages import REDIS, judge

judge(redis.ConnectionError, redis.TimeoutError, by=lambda _: REDIS)


def connected(url: str, *, answer: float, connect: float, on_connect: Callable[[], None] | None = None) -> redis.Redis:
    """A client that waits at most so many seconds; it connects when it is first asked for something.

    Once more, and at once, it tries where a connection was lost, which may have been closed while it was idle. With
    each connection, and before anything is asked over it, `on_connect` is called.
    """
    return redis.Redis.from_url(
        url,
        socket_timeout=answer,
        socket_connect_timeout=connect,
        retry=Retry(NoBackoff(), 1, (redis.ConnectionError,)),
        redis_connect_func=on_connect and partial(_begin, on_connect),
    )


def _begin(on_connect: Callable[[], None], connection: redis.Connection) -> None:
    connection.on_connect()  # type: ignore[no-untyped-call]
    on_connect()


def connected_alone(url: str, *, answer: float, connect: float) -> asyncio.Redis:
    """The same for an event loop, but whoever asks hears at once that a connection was lost: what came meanwhile is."""
    return asyncio.Redis.from_url(
        url, socket_timeout=answer, socket_connect_timeout=connect, retry=AsyncRetry(NoBackoff(), 0)
    )

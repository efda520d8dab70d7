"""Connections to Redis that give up in time: a stuck one is to delay few requests, and those by little."""

from __future__ import annotations

import redis
from redis import asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.core.telemetry.outages import REDIS, judge

judge(redis.ConnectionError, redis.TimeoutError, by=lambda _: REDIS)


def connected(url: str, *, answer: float, connect: float) -> redis.Redis:
    """A client that waits at most so many seconds; it connects when it is first asked for something.

    Once more, and at once, it tries where a connection was lost, which may have been closed while it was idle.
    """
    return redis.Redis.from_url(
        url,
        socket_timeout=answer,
        socket_connect_timeout=connect,
        retry=Retry(NoBackoff(), 1, (redis.ConnectionError,)),
    )


def connected_alone(url: str, *, answer: float, connect: float) -> asyncio.Redis:
    """The same for an event loop, but whoever asks hears at once that a connection was lost: what came meanwhile is."""
    return asyncio.Redis.from_url(
        url, socket_timeout=answer, socket_connect_timeout=connect, retry=AsyncRetry(NoBackoff(), 0)
    )

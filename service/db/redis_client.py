"""Redis clients with short timeouts, so that a stuck Redis delays few requests, and briefly."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import redis
from redis import asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.telemetry.outages import REDIS, judge

judge(redis.ConnectionError, redis.TimeoutError, by=lambda _: REDIS)


def connected(url: str, *, answer: float, connect: float, on_connect: Callable[[], None] | None = None) -> redis.Redis:
    """Create a client with timeouts in seconds; it connects on first use.

    After a lost connection it retries once, at once: an idle connection may have been closed. `on_connect` is called
    after each connect, before the first command.
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
    """Create an asyncio client. It does not retry: messages missed during a lost connection are gone."""
    return asyncio.Redis.from_url(
        url, socket_timeout=answer, socket_connect_timeout=connect, retry=AsyncRetry(NoBackoff(), 0)
    )

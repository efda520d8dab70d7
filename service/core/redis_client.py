"""Connections to Redis that give up in time: a stuck one is to delay few requests, and those by little."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar, cast

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


T = TypeVar("T")


class Script(Generic[T]):
    """A script of ours in Redis, asked for without what redis-py does round each command, which takes longer than it.

    Where that fails, because a connection was closed or Redis does not know the script, redis-py does it once more.
    """

    def __init__(self, client: redis.Redis, text: str) -> None:
        self._usual = client.register_script(text)
        self._pool = client.connection_pool

    def __call__(self, keys: Sequence[str], arguments: Sequence[str | int]) -> T:
        """What the script comes back with; RedisError."""
        connection = self._pool.get_connection()
        try:
            sent = _packed("EVALSHA", self._usual.sha, len(keys), *keys, *arguments)
            connection.send_packed_command(sent)  # type: ignore[no-untyped-call]
            return cast("T", connection.read_response())
        except (redis.ConnectionError, redis.exceptions.NoScriptError):
            pass
        finally:
            self._pool.release(connection)
        return cast("T", self._usual(keys, arguments))


def _packed(*command: str | int) -> list[bytes]:
    """A command as the protocol of Redis has it."""
    words = [str(word).encode() for word in command]
    return [b"*%d\r\n%b" % (len(words), b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words))]


def connected_alone(url: str, *, answer: float, connect: float) -> asyncio.Redis:
    """The same for an event loop, but whoever asks hears at once that a connection was lost: what came meanwhile is."""
    return asyncio.Redis.from_url(
        url, socket_timeout=answer, socket_connect_timeout=connect, retry=AsyncRetry(NoBackoff(), 0)
    )

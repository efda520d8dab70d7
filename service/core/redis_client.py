"""Connections to Redis that give up in time: a stuck one is to delay few requests, and those by little."""

from __future__ import annotations

import os
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
    Connections by which all went well are kept for the next time, and not given back to redis-py.
    """

    def __init__(self, client: redis.Redis, text: str) -> None:
        self._usual = client.register_script(text)
        self._pool = client.connection_pool
        self._idle: list[redis.Connection] = []
        self._process = os.getpid()

    def __call__(self, keys: Sequence[str], arguments: Sequence[str | int]) -> T:
        """What the script comes back with; RedisError."""
        connection = self._connection()
        try:
            sent = _packed("EVALSHA", self._usual.sha, len(keys), *keys, *arguments)
            connection.send_packed_command(sent)  # type: ignore[no-untyped-call]
            answer = cast("T", connection.read_response())
        except (redis.ConnectionError, redis.exceptions.NoScriptError):
            self._give_back(connection)
            return cast("T", self._usual(keys, arguments))
        except BaseException:
            self._give_back(connection)
            raise
        self._idle.append(connection)
        return answer

    def _connection(self) -> redis.Connection:
        if self._process != os.getpid():  # what was connected before a fork is the other's
            self._process, self._idle = os.getpid(), []
        try:
            return self._idle.pop()
        except IndexError:
            return self._pool.get_connection()

    def _give_back(self, connection: redis.Connection) -> None:
        connection.disconnect()  # type: ignore[no-untyped-call]  # it may hold an answer that nobody has read
        self._pool.release(connection)


def _packed(*command: str | int) -> list[bytes]:
    """A command as the protocol of Redis has it."""
    words = [str(word).encode() for word in command]
    return [b"*%d\r\n%b" % (len(words), b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words))]


def connected_alone(url: str, *, answer: float, connect: float) -> asyncio.Redis:
    """The same for an event loop, but whoever asks hears at once that a connection was lost: what came meanwhile is."""
    return asyncio.Redis.from_url(
        url, socket_timeout=answer, socket_connect_timeout=connect, retry=AsyncRetry(NoBackoff(), 0)
    )

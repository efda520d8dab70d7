"""The Redis subscription that announces events: one connection for a process, for any number of waiting clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import aclosing
from time import monotonic

import redis
from redis.asyncio.client import PubSub

from service.db.redis_client import connected_alone
from service.jobs.wake import ANSWER_SECONDS, CONNECT_SECONDS, PAUSE_AFTER_FAILURE, READERS
from service.telemetry.outages import REDIS, reason

SILENCE = 0.5
"""Seconds of silence before Redis is pinged, and then for its answer."""
AGAIN = 1.0
"""Seconds before reconnecting."""

Message = Mapping[str, object]
"""A message of redis-py: its `type` separates announcements from answers."""


class Subscription:
    """Calls `heard` after an announcement, and when one may have been missed."""

    def __init__(self, url: str, heard: Callable[[], None], doubt: float = PAUSE_AFTER_FAILURE) -> None:
        self._url = url
        self._heard = heard
        self._doubt = doubt
        self._since: float | None = None

    def is_sure(self) -> bool:
        """Check that no announcement can be missed: Redis is connected, and no sender pauses after its outage."""
        return self._since is not None and monotonic() - self._since >= self._doubt

    async def keep(self) -> None:
        """Listen until cancelled, and reconnect after failures."""
        while True:
            try:
                await self._hear()
            except (redis.RedisError, OSError) as failure:
                REDIS.is_met(reason(failure))
            finally:
                self._since = None
                self._heard()
            await asyncio.sleep(AGAIN)

    async def _hear(self) -> None:
        async with (
            aclosing(connected_alone(self._url, answer=ANSWER_SECONDS, connect=CONNECT_SECONDS)) as client,
            client.pubsub() as channel,
        ):
            await channel.subscribe(READERS)
            while True:
                self._note(await _next(channel))

    def _note(self, message: Message) -> None:
        if message["type"] == "subscribe":
            self._since = monotonic()
        if message["type"] != "pong":
            self._heard()
        REDIS.is_over()


async def _next(channel: PubSub) -> Message:
    """Receive the next message, at the latest the answer to a ping; redis.TimeoutError if there is none."""
    message: Message | None = await channel.get_message(timeout=SILENCE)
    if not message:
        await channel.ping()
        message = await channel.get_message(timeout=SILENCE)
    if not message:
        raise redis.TimeoutError("no answer to a ping")
    return message

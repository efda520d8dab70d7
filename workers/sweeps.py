"""Sweeps: beat sends a job's sweep only after a worker has received the last one, so that none pile up.

Celery's own expiry is not used: it compares beat's clock with the worker's, and if these differ by more than an
interval, no sweep is ever run. Here only the clock of Redis counts.
"""

from __future__ import annotations

from typing import Any

import redis
from celery import Celery
from celery.beat import ScheduleEntry, Scheduler, SchedulingError

from service.db.redis_client import connected
from service.jobs.queues import queue_of
from service.telemetry.outages import REDIS, reason

LOST_AFTER = 60
"""Seconds after which an unreceived sweep counts as lost, and another one is sent.

Sooner if its queue is empty: a message is lost with the worker that had fetched it from Redis.
"""
REDIS_SECONDS = 1.0
"""Timeout of Redis in seconds."""


class Waiting:
    """The jobs whose sweep waits in the queue, kept in Redis."""

    def __init__(self, url: str) -> None:
        self._redis = connected(url, answer=REDIS_SECONDS, connect=REDIS_SECONDS)

    def add(self, job: str) -> bool:
        """Record that a sweep of the job waits; False if one does already. RedisError."""
        is_new = self._redis.set(_key(job), "", nx=True, ex=LOST_AFTER) or not self._redis.llen(queue_of(job))
        REDIS.is_over()
        return bool(is_new)

    def take(self, job: str) -> None:
        """Record that the sweep was received; if Redis does not answer, the next sweep is only delayed a little."""
        try:
            self._redis.delete(_key(job))
            REDIS.is_over()
        except redis.RedisError as failure:
            REDIS.is_met(reason(failure))


class Sweeps(Scheduler):
    """Beat's schedule of sweeps, in memory: a full disk does not stop it."""

    def __init__(self, app: Celery, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # Celery's own
        self._waiting = Waiting(app.conf.broker_url)
        super().__init__(app, *args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:  # noqa: ANN401  # Celery's own
        """Send one sweep that is due; return in how many seconds to call again."""
        entries = self.schedule.values()
        if any(entry.last_run_at is not None and entry.last_run_at > entry.default_now() for entry in entries):
            # The clock of this machine was set back; without a reset, no job would run until the old time is reached
            # again.
            for entry in entries:
                entry.last_run_at = entry.default_now()
            self.populate_heap()
        return float(super().tick(*args, **kwargs))

    def apply_async(self, entry: ScheduleEntry, producer: Any = None, advance: bool = True, **kwargs: Any) -> Any:  # noqa: ANN401, FBT001, FBT002  # Celery's own
        """Send the sweep, unless one waits already or Redis refuses it; the next interval sends another."""
        job = str(entry.task)
        try:
            if self._waiting.add(job):
                return super().apply_async(entry, producer, advance, **kwargs)
        except redis.RedisError as failure:
            REDIS.is_met(reason(failure))
        except SchedulingError as failure:
            REDIS.is_met(reason(failure))
            self._waiting.take(job)
        return None


def _key(job: str) -> str:
    return f"sundial-sweep:{job}"

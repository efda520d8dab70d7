"""Beat sends the sweep of a job once the one before was taken up, so that none pile up while no worker runs.

Expiry is not left to Celery: it holds beat's clock against the worker's, and where these differ by more than an
interval, no sweep is ever done. Here one clock counts, that of Redis.
"""

from __future__ import annotations

from typing import Any

import redis
from celery import Celery
from celery.beat import PersistentScheduler, ScheduleEntry, SchedulingError

from service.core.outages import REDIS, reason
from service.core.redis_client import connected
from service.work.queues import queue_of

LOST_AFTER = 60
"""Seconds after which a sweep that nobody has taken up counts as lost, and another one is sent.

Sooner if its queue is empty: a hint is lost with the worker that had asked Redis for it.
"""
REDIS_SECONDS = 1.0
"""How long Redis has for an answer."""


class Waiting:
    """Which jobs have a sweep that waits to be taken up."""

    def __init__(self, url: str) -> None:
        self._redis = connected(url, answer=REDIS_SECONDS, connect=REDIS_SECONDS)

    def add(self, job: str) -> bool:
        """Note that a sweep of the job waits from now on; False if one does already. RedisError."""
        is_new = self._redis.set(_key(job), "", nx=True, ex=LOST_AFTER) or not self._redis.llen(queue_of(job))
        REDIS.is_over()
        return bool(is_new)

    def take(self, job: str) -> None:
        """Note that it was taken up; if Redis does not answer, the next one comes a little later."""
        try:
            self._redis.delete(_key(job))
            REDIS.is_over()
        except redis.RedisError as failure:
            REDIS.is_met(reason(failure))


class Sweeps(PersistentScheduler):
    """Beat's schedule of sweeps."""

    def __init__(self, app: Celery, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # Celery's own
        self._waiting = Waiting(app.conf.broker_url)
        super().__init__(app, *args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:  # noqa: ANN401  # Celery's own
        """Send one sweep that is due; says in how many seconds to come again."""
        entries = self.schedule.values()
        if any(entry.last_run_at is not None and entry.last_run_at > entry.default_now() for entry in entries):
            # The clock of this machine was set back: what was done by the old time would not come again for as long.
            for entry in entries:
                entry.last_run_at = entry.default_now()
            self.populate_heap()
        return float(super().tick(*args, **kwargs))

    def apply_async(self, entry: ScheduleEntry, producer: Any = None, advance: bool = True, **kwargs: Any) -> Any:  # noqa: ANN401, FBT001, FBT002  # Celery's own
        """Send the sweep, unless one waits already, or Redis does not take it: then the next one comes in time."""
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

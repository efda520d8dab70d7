"""Hints that wake workers, sent after commit and in bounded time. Sweeps work without them.

A run sees all that was committed before it began. So hints that follow each other closely share one message, sent after
a short delay, and its run begins later still.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock, Timer

import redis
from kombu.exceptions import OperationalError

from service.config.settings import settings
from service.config.timeouts import WEB_THREADS
from service.db.engines import after_commit
from service.db.redis_client import connected
from service.jobs.broker import celery_over
from service.jobs.queues import WEBHOOKS
from service.telemetry.outages import REDIS, reason

TOGETHER = 0.02
"""Seconds between two hints of a process for a task: more of them would find equal work."""
PAUSE_AFTER_FAILURE = 5.0
"""Seconds without hints after a Redis failure, so that a stuck Redis delays one move and not all."""
ANSWER_SECONDS, CONNECT_SECONDS = 1, 0.3
"""Seconds that a hint waits for Redis."""

AUDIENCE = "sundial-audience"
"""The Redis set of accounts with webhook endpoints, perhaps with some former ones; holds `WHOLE` if it is complete."""
WHOLE = "all"
AUDIENCE_KEPT = 60
"""Seconds until the set is reloaded from the database; until it is reloaded, every event sends a hint."""
READERS = "sundial-events"
"""The Redis channel that announces events to web processes, without their content."""
TELL_READERS = f"""
redis.pcall('PUBLISH', '{READERS}', '')
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return 1 end
for place = 2, #ARGV do
    if redis.call('SISMEMBER', KEYS[1], ARGV[place]) == 1 then return 1 end
end
return 0
"""


class Hints:
    """Sends hints over one broker, and pauses after a failure."""

    def __init__(self, broker: str) -> None:
        self._redis = connected(broker, answer=ANSWER_SECONDS, connect=CONNECT_SECONDS)
        waits = {"socket_timeout": ANSWER_SECONDS, "socket_connect_timeout": CONNECT_SECONDS, "max_retries": 0}
        self._celery = celery_over(broker, waits)
        self._celery.conf.broker_pool_limit = WEB_THREADS  # otherwise threads wait for others that wait for Redis
        self._tell_readers = self._redis.register_script(TELL_READERS)
        self._turn = Lock()
        self._last: dict[str, float] = {}
        """The time of the latest hint for each task, sent or scheduled."""
        self._quiet_until = 0.0

    def enqueue(self, task: str) -> None:
        """Send a hint, now or combined with later ones; if that fails, the sweep does the work."""
        now = time.monotonic()
        with self._turn:
            last = self._last.get(task, -TOGETHER)
            if last > now:
                return
            self._last[task] = at = max(now, last + TOGETHER)
        if at == now:
            self._send(task)
        else:
            Timer(at - now, self._send, [task]).start()

    def tell_readers(self, accounts: Iterable[int]) -> None:
        """Wake web processes, and hint at webhooks unless none of these accounts has an endpoint."""
        heard: list[int] = []
        self._try(lambda: heard.append(self._tell_readers([AUDIENCE], [WHOLE, *accounts])))
        if any(heard):
            self.enqueue(WEBHOOKS)

    def join_audience(self, account_id: int) -> None:
        """Add an account with an endpoint to the set; if Redis does not answer, sweeps do the work for a while."""
        self._try(lambda: self._redis.sadd(AUDIENCE, account_id))

    def note_audience(self, everybody: Callable[[], Iterable[int]]) -> None:
        """Load the set from the database if it is not complete; concurrent additions stay in it."""
        self._try(lambda: self._take_audience(everybody))

    def _take_audience(self, everybody: Callable[[], Iterable[int]]) -> None:
        if self._redis.sismember(AUDIENCE, WHOLE):
            return
        with self._redis.pipeline() as both:
            both.sadd(AUDIENCE, WHOLE, *everybody())
            both.expire(AUDIENCE, AUDIENCE_KEPT)
            both.execute()

    def _send(self, task: str) -> None:
        self._try(lambda: self._celery.send_task(task, ignore_result=True))

    def _try(self, ask: Callable[[], object]) -> None:
        if time.monotonic() < self._quiet_until:
            return
        try:
            ask()
        except (redis.RedisError, OperationalError) as failure:
            self._quiet_until = time.monotonic() + PAUSE_AFTER_FAILURE
            REDIS.is_met(reason(failure))
        else:
            REDIS.is_over()


def wake(task: str) -> None:
    """Wake the workers of a task after the current transaction commits."""
    _after_commit(task, lambda hints: hints.enqueue(task))


def wake_readers(accounts: Iterable[int]) -> None:
    """Wake readers of events and, if one of the accounts has an endpoint, webhook workers."""
    theirs = sorted(accounts)
    _after_commit(f"{READERS} for {theirs}", lambda hints: hints.tell_readers(theirs))


def listen(account_id: int) -> None:
    """Let events of that account wake webhook workers, after the current transaction commits."""
    _after_commit(f"{AUDIENCE} {account_id}", lambda hints: hints.join_audience(account_id))


def note_audience(everybody: Callable[[], Iterable[int]]) -> None:
    """Load the accounts with endpoints into Redis if necessary."""
    _after_commit(AUDIENCE, lambda hints: hints.note_audience(everybody))


def _after_commit(key: str, send: Callable[[Hints], None]) -> None:
    broker: str = settings().redis_url
    if broker:
        after_commit(key, lambda: send(_hints(broker)))


@cache
def _hints(broker: str) -> Hints:
    return Hints(broker)

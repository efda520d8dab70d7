"""Waking a worker by the name of its task: a hint, sent after commit, in bounded time. Sweeps do without it.

A run sees all that has committed before it begins. So whoever hints shortly after somebody else needs no message of
their own: one is sent for all of them, once a little time has passed, and the run that it leads to begins later still.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock, Timer

import redis
from kombu.exceptions import OperationalError

from service.core.db import after_commit
from service.core.outages import REDIS, reason
from service.core.patience import WEB_THREADS
from service.core.redis_client import connected
from service.core.settings import settings
from service.work.broker import celery_over
from service.work.queues import WEBHOOKS

TOGETHER = 0.02
"""Seconds from one hint of a process for a task to the next: more of them would find the same work."""
PAUSE_AFTER_FAILURE = 5.0
"""Seconds without hints once Redis could not be reached, so that a stuck Redis delays one move and not all."""
ANSWER_SECONDS, CONNECT_SECONDS = 1, 0.3
"""How long a hint waits for Redis at most."""

AUDIENCE = "sundial-audience"
"""In Redis, the accounts that have endpoints of webhooks, and perhaps some that had; `WHOLE` among them if all are."""
WHOLE = "all"
AUDIENCE_KEPT = 60
"""Seconds after which the audience is taken from the database anew; until that is done, everything is heard."""
READERS = "sundial-events"
"""In Redis, the channel on which web processes hear that something has happened; nothing is said of what."""
TELL_READERS = f"""
redis.pcall('PUBLISH', '{READERS}', '')
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return 1 end
for place = 2, #ARGV do
    if redis.call('SISMEMBER', KEYS[1], ARGV[place]) == 1 then return 1 end
end
return 0
"""


class Hints:
    """Sends hints over one broker and keeps quiet for a while when it does not answer."""

    def __init__(self, broker: str) -> None:
        self._redis = connected(broker, answer=ANSWER_SECONDS, connect=CONNECT_SECONDS)
        waits = {"socket_timeout": ANSWER_SECONDS, "socket_connect_timeout": CONNECT_SECONDS, "max_retries": 0}
        self._celery = celery_over(broker, waits)
        self._celery.conf.broker_pool_limit = WEB_THREADS  # else some wait for those who wait for Redis
        self._tell_readers = self._redis.register_script(TELL_READERS)
        self._turn = Lock()
        self._last: dict[str, float] = {}
        """When the newest hint for a task was sent, or will be."""
        self._quiet_until = 0.0

    def enqueue(self, task: str) -> None:
        """Send the hint, now or together with others; if it cannot be sent, the sweep will see to it."""
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
        """Call web processes to look, and send the hint for webhooks unless none of these accounts has an endpoint."""
        heard: list[int] = []
        self._try(lambda: heard.append(self._tell_readers([AUDIENCE], [WHOLE, *accounts])))
        if any(heard):
            self.enqueue(WEBHOOKS)

    def join_audience(self, account_id: int) -> None:
        """Hint at what happens to that account from now on; if Redis does not answer, sweeps see to it for a while."""
        self._try(lambda: self._redis.sadd(AUDIENCE, account_id))

    def note_audience(self, everybody: Callable[[], Iterable[int]]) -> None:
        """Take the audience from the database, if it is not known; who joins meanwhile stays in it."""
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
    """Wake the workers that do `task`, once this transaction has committed."""
    _after_commit(task, lambda hints: hints.enqueue(task))


def wake_readers(accounts: Iterable[int]) -> None:
    """Wake who waits for events, and, if one of the accounts that it concerns has an endpoint, webhooks' workers."""
    theirs = sorted(accounts)
    _after_commit(f"{READERS} for {theirs}", lambda hints: hints.tell_readers(theirs))


def listen(account_id: int) -> None:
    """Have what concerns that account wake the workers of webhooks, once this transaction has committed."""
    _after_commit(f"{AUDIENCE} {account_id}", lambda hints: hints.join_audience(account_id))


def note_audience(everybody: Callable[[], Iterable[int]]) -> None:
    """Let it be known which accounts have endpoints, if it is not."""
    _after_commit(AUDIENCE, lambda hints: hints.note_audience(everybody))


def _after_commit(key: str, send: Callable[[Hints], None]) -> None:
    broker: str = settings().redis_url
    if broker:
        after_commit(key, lambda: send(_hints(broker)))


@cache
def _hints(broker: str) -> Hints:
    return Hints(broker)

"""Waking a worker by the name of its task: a hint, sent after commit, in bounded time. Sweeps do without it."""

from __future__ import annotations

import time
from functools import cache

from celery import Celery
from kombu.exceptions import OperationalError

from service.core.db import after_commit
from service.core.settings import settings
from service.core.telemetry.outages import REDIS, reason

NOTICES = "sundial.notices"
OPPONENTS = "sundial.opponents"
CLOCKS = "sundial.clocks"
INBOUND = "sundial.inbound"
WEBHOOKS = "sundial.webhooks"
DEPARTURES = "sundial.departures"

QUEUES = {WEBHOOKS: {"queue": "webhooks"}, NOTICES: {"queue": "mails"}}
"""Webhooks and mails have workers of their own: no slow receiver or mail server holds up a move of the computer."""

PAUSE_AFTER_FAILURE = 5.0
"""Seconds without hints once Redis could not be reached, so that a stuck Redis delays one move and not all."""
PUBLISHING = {"socket_timeout": 1, "socket_connect_timeout": 0.3, "retry_on_timeout": False, "max_retries": 0}
"""Measured: a second and it gives up; with Celery's own settings it hangs for forty."""


class Hints:
    """Sends hints over one broker and keeps quiet for a while when it does not answer."""

    def __init__(self, broker: str) -> None:
        self._celery = Celery("sundial", broker=broker, set_as_current=False)
        self._celery.conf.update(
            broker_transport_options=PUBLISHING,
            task_publish_retry=False,
            task_ignore_result=True,
            task_routes=QUEUES,
        )
        self._quiet_until = 0.0

    def enqueue(self, task: str) -> None:
        """Send the hint; if it cannot be sent, the sweep will see to it."""
        if time.monotonic() < self._quiet_until:
            return
        try:
            self._celery.send_task(task, retry=False, ignore_result=True)
        except (OperationalError, OSError) as failure:
            self._quiet_until = time.monotonic() + PAUSE_AFTER_FAILURE
            REDIS.is_met(reason(failure))
        else:
            REDIS.is_over()


@cache
def _hints(broker: str) -> Hints:
    return Hints(broker)


def wake(task: str) -> None:
    """Wake the workers that do `task`, once this transaction has committed."""
    broker: str = settings().redis_url
    if broker:
        after_commit(task, lambda: _hints(broker).enqueue(task))

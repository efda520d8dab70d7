"""Celery as every program of workers has it: it reconnects often, and logs as the web does; no task."""

from __future__ import annotations

import warnings
from functools import partialmethod

import kombu
from billiard.exceptions import RestartFreqExceeded
from celery import Celery, signals
from celery.app.amqp import AMQP
from celery.exceptions import CPendingDeprecationWarning
from kombu.exceptions import OperationalError
from redis import ResponseError

from service.core.config import BadConfiguration, Config, LogStyle
from service.core.outages import REDIS, judge
from service.core.telemetry import logs
from service.work.broker import celery_over

TRY_EVERY = 5
"""Maximum seconds between two attempts to connect. Mail would wait for the default of up to thirty."""
WAITS = {
    "socket_timeout": 10,  # above the second that BRPOP waits, else an idle worker would reconnect again and again
    "socket_connect_timeout": 3,
    "health_check_interval": 5,  # and one whose line is dead asks anew within the double of that
}
SETTINGS = {
    "worker_disable_prefetch": True,  # else a busy worker holds hints that an idle one could take up
    "beat_scheduler": "workers.sweeps:Sweeps",
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
    "broker_channel_error_retry": True,  # of a Redis that refuses to write
}


def bare_celery(settings: Config) -> Celery:
    """Celery over the broker of the settings, for a process that logs as the web does; or BadConfiguration."""
    if not settings.redis_url:
        raise BadConfiguration("REDIS_URL must be set for the workers; `sundial play` brings a Redis of its own.")
    judge(OperationalError, ResponseError, RestartFreqExceeded, by=lambda _: REDIS)
    celery = celery_over(settings.redis_url, WAITS, Messages)
    celery.conf.update(SETTINGS)
    return celery


def log_as_the_web_does(style: LogStyle) -> None:
    """Let this process, once it is one of Celery's, log in that style, and note that Redis takes and gives hints.

    That somebody listens to the first of these signals keeps Celery from its own way.
    """
    warnings.simplefilter("ignore", CPendingDeprecationWarning)  # at each loss of Redis, about late acknowledgements
    signals.setup_logging.connect(lambda **_: logs.configure(style), weak=False)
    for answered in (signals.after_task_publish, signals.task_received):  # all that `beat` and a worker itself hear
        answered.connect(lambda **_: REDIS.is_over(), weak=False)


class Connection(kombu.Connection):
    """A transport that reconnects to Redis often while it is away."""

    ensure_connection = partialmethod(kombu.Connection.ensure_connection, interval_max=TRY_EVERY)


class Messages(AMQP):
    """Celery's, with these connections."""

    Connection = Connection

"""The Celery configuration of all worker programs, without tasks: frequent reconnects, and the web server's logging."""

from __future__ import annotations

import warnings
from functools import partialmethod

import kombu
from billiard.exceptions import RestartFreqExceeded
from celery import Celery, signals
from celery.app.amqp import AMQP
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from kombu.exceptions import OperationalError
from redis import ResponseError

from service.config.environment import BadConfiguration, Config, LogStyle
from service.jobs.broker import celery_over
from service.telemetry import logs
from service.telemetry.outages import REDIS, judge

TRY_EVERY = 5
"""Maximum seconds between two attempts to connect. The default of up to thirty would delay emails."""
WAITS = {
    "socket_timeout": 10,  # above the second that BRPOP waits, else an idle worker would reconnect again and again
    "socket_connect_timeout": 3,
    "health_check_interval": 5,  # a worker with a dead connection notices within twice this time
}
SETTINGS = {
    "worker_disable_prefetch": True,  # else a busy worker would hold hints that an idle one could process
    "beat_scheduler": "workers.sweeps:Sweeps",
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
    "broker_channel_error_retry": True,  # if Redis refuses to write
}


def bare_celery(settings: Config) -> Celery:
    """Create a Celery app for the broker of the settings, without tasks; or BadConfiguration."""
    if not settings.redis_url:
        raise BadConfiguration("REDIS_URL must be set for the workers; `sundial play` brings a Redis of its own.")
    judge(OperationalError, ResponseError, RestartFreqExceeded, by=lambda _: REDIS)
    celery = celery_over(settings.redis_url, WAITS, Messages)
    celery.conf.update(SETTINGS)
    return celery


def log_as_the_web_does(style: LogStyle) -> None:
    """Configure the logging of a Celery process, and note from Celery's signals that Redis is available.

    A receiver of `setup_logging` disables Celery's own logging setup.
    """
    warnings.simplefilter("ignore", CPendingDeprecationWarning)  # about late acknowledgements, at each loss of Redis
    warnings.simplefilter("ignore", SecurityWarning)  # about root and pickles, four times; only JSON is read
    signals.setup_logging.connect(lambda **_: logs.configure(style), weak=False)
    for answered in (signals.after_task_publish, signals.task_received):  # the signals that `beat` and a worker get
        answered.connect(lambda **_: REDIS.is_over(), weak=False)


class Connection(kombu.Connection):
    """A Kombu connection that retries often while Redis is away."""

    ensure_connection = partialmethod(kombu.Connection.ensure_connection, interval_max=TRY_EVERY)


class Messages(AMQP):
    """Celery's AMQP with these connections."""

    Connection = Connection

"""Celery as every program of an installation has it: where hints wait and what is logged; no task.

The broker is Redis without acknowledgements: hints may be lost. A worker depends on it for the next hint alone, and
asks for it again if no answer comes.
"""

from __future__ import annotations

import warnings
from functools import partialmethod

import kombu
from billiard.exceptions import RestartFreqExceeded
from celery import Celery, signals
from celery.app.amqp import AMQP
from celery.exceptions import CPendingDeprecationWarning
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES, redis
from redis import ResponseError

from service.core.config import BadConfiguration, Config, LogStyle
from service.core.outages import REDIS, judge
from service.core.telemetry import logs
from service.work.queues import QUEUES

SCHEMES = ("redis", "rediss")
TRY_EVERY = 5
"""Maximum seconds between two attempts to connect. Mail would wait for the default of up to thirty."""


SETTINGS = {
    "accept_content": ["json"],
    "task_serializer": "json",
    "task_routes": QUEUES,
    "task_ignore_result": True,
    "task_publish_retry": False,
    "worker_disable_prefetch": True,  # else a busy worker holds hints that an idle one could take up
    "beat_scheduler": "workers.sweeps:Sweeps",
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
    "broker_channel_error_retry": True,  # of a Redis that refuses to write
    "broker_transport_options": {
        "socket_timeout": 10,  # above the second that BRPOP waits, else an idle worker would reconnect again and again
        "socket_connect_timeout": 3,
        "health_check_interval": 5,  # and one whose line is dead asks anew within the double of that
    },
}


def bare_celery(settings: Config) -> Celery:
    """Celery over the broker of the settings, for a process that logs as the web does; or BadConfiguration."""
    if not settings.redis_url:
        raise BadConfiguration("REDIS_URL must be set for the workers; `sundial play` brings a Redis of its own.")
    use_broker()
    celery = Celery("sundial", broker=settings.redis_url, amqp=Messages, set_as_current=False)
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


def use_broker() -> None:
    """Let Celery's connections to Redis be of this kind, and what it says of their loss be known for that."""
    judge(OperationalError, ResponseError, RestartFreqExceeded, by=lambda _: REDIS)
    TRANSPORT_ALIASES.update(dict.fromkeys(SCHEMES, f"{__name__}:{Transport.__name__}"))


class Channel(redis.Channel):
    """A channel that tracks no delivered hints and restores none when closed: sweeps find what is due."""

    ack_emulation = False
    do_restore = False


class Transport(redis.Transport):
    """kombu's, with these channels."""

    Channel = Channel


class Connection(kombu.Connection):
    """A transport that reconnects to Redis often while it is away."""

    ensure_connection = partialmethod(kombu.Connection.ensure_connection, interval_max=TRY_EVERY)


class Messages(AMQP):
    """Celery's, with these connections."""

    Connection = Connection

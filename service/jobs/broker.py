"""Celery on the broker of an installation, for senders of hints and for workers.

The broker is Redis without acknowledgements, so hints may be lost. A worker needs it only for the next hint, and asks
again if no answer comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from ssl import CERT_REQUIRED
from urllib.parse import urlsplit

from celery import Celery
from celery.app.amqp import AMQP
from kombu.transport import TRANSPORT_ALIASES, redis

from service.jobs.queues import QUEUES

PLAIN, TLS = "redis", "rediss"
SETTINGS = {
    "accept_content": ["json"],
    "task_serializer": "json",
    "task_routes": QUEUES,
    "task_ignore_result": True,
    "task_publish_retry": False,
}


class UntrackedChannel(redis.Channel):
    """A channel that neither tracks delivered hints nor restores any when closed: sweeps find what is due."""

    ack_emulation = False
    do_restore = False


class Transport(redis.Transport):
    """kombu's Redis transport with these channels."""

    Channel = UntrackedChannel


TRANSPORT_ALIASES.update(dict.fromkeys((PLAIN, TLS), f"{__name__}:{Transport.__name__}"))


def celery_over(broker: str, waits: Mapping[str, float], amqp: type[AMQP] = AMQP) -> Celery:
    """Create a Celery app on the Redis at that URL. `waits` are timeouts: options of kombu's transport."""
    celery = Celery("sundial", broker=broker, amqp=amqp, set_as_current=False)
    celery.conf.update(SETTINGS, broker_transport_options=waits)
    if urlsplit(broker).scheme == TLS:
        celery.conf.broker_use_ssl = {"ssl_cert_reqs": CERT_REQUIRED}  # redis-py's default; kombu's own is none
    return celery

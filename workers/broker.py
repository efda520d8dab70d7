"""Redis as Celery's broker, by kombu, for hints that may be lost: nothing is written about one that was delivered.

So no worker depends on an answer of Redis but that to its question for the next hint, which it asks anew.
"""

from __future__ import annotations

from functools import partialmethod

import kombu
from billiard.exceptions import RestartFreqExceeded
from celery.app.amqp import AMQP
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES, redis
from redis import ResponseError

from service.core.outages import REDIS, judge

SCHEMES = ("redis", "rediss")
TRY_EVERY = 5
"""Seconds between two attempts to connect at most; by default up to thirty, for which mail would wait."""


class Channel(redis.Channel):
    """Notes no hint as delivered, and gives none back when it is closed: sweeps find what is due."""

    ack_emulation = False
    do_restore = False


class Transport(redis.Transport):
    """kombu's, with these channels."""

    Channel = Channel


class Connection(kombu.Connection):
    """Looks for Redis often while it is away."""

    ensure_connection = partialmethod(kombu.Connection.ensure_connection, interval_max=TRY_EVERY)


class Messages(AMQP):
    """Celery's, with these connections."""

    Connection = Connection


def use() -> None:
    """Let Celery's connections to Redis be of this kind, and what it says of their loss be known for that."""
    judge(OperationalError, ResponseError, RestartFreqExceeded, by=lambda _: REDIS)
    TRANSPORT_ALIASES.update(dict.fromkeys(SCHEMES, f"{__name__}:{Transport.__name__}"))

"""Redis as Celery's broker (kombu) without acknowledgements: hints may be lost.

A worker depends on Redis for the next hint alone, and asks for it again if no answer comes.
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
"""Maximum seconds between two attempts to connect. Mail would wait for the default of up to thirty."""


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


def use() -> None:
    """Let Celery's connections to Redis be of this kind, and what it says of their loss be known for that."""
    judge(OperationalError, ResponseError, RestartFreqExceeded, by=lambda _: REDIS)
    TRANSPORT_ALIASES.update(dict.fromkeys(SCHEMES, f"{__name__}:{Transport.__name__}"))

"""Redis as Celery's broker, by kombu; a worker that loses it while it is busy goes on when it is back."""

from __future__ import annotations

from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES, redis

from service.core.outages import REDIS, judge

SCHEMES = ("redis", "rediss")


class Channel(redis.Channel):
    """Says nothing over a connection that is lost: kombu would look there for an address, and the worker would end.

    A hint that stays unacknowledged is delivered again, as those of a killed worker are; a job done twice does nothing.
    """

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:  # noqa: FBT001, FBT002  # kombu's own
        """Acknowledge what was delivered by this channel."""
        if not self.closed:
            super().basic_ack(delivery_tag, multiple)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002  # kombu's own
        """Give back what was delivered by this channel."""
        if not self.closed:
            super().basic_reject(delivery_tag, requeue)

    def close(self) -> None:
        """Close the channel, and give back what was delivered while there is a connection."""
        if not self.closed and self.connection.client is None:
            self.do_restore = False
        super().close()


class Transport(redis.Transport):
    """kombu's, with these channels."""

    Channel = Channel


def use() -> None:
    """Let Celery's connections to Redis be of this kind, and what it says of their loss be known for that."""
    judge(OperationalError, by=lambda _: REDIS)
    TRANSPORT_ALIASES.update(dict.fromkeys(SCHEMES, f"{__name__}:{Transport.__name__}"))

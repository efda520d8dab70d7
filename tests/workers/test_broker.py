"""A worker's connection to Redis that is lost while something delivered by it is under way."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from kombu import Connection, Message, Queue
from kombu.asynchronous import Hub

from service.jobs.broker import celery_over
from tests.servers import Redis

QUEUE = Queue("hints")
REMOTE_CONTROL = Queue("remote control")
LOG = logging.getLogger(__name__)


@pytest.fixture
def delivered(redis_server: Redis) -> Iterator[tuple[Connection, Message]]:
    """Return a connection to a Redis that has since stopped, with an unacknowledged message."""
    hub = Hub()
    connection = celery_over(redis_server.url, {"socket_timeout": 10}).connection()
    with connection.Producer() as producer:
        producer.publish({"job": "sundial.notices"}, routing_key=QUEUE.name, declare=[QUEUE])
    messages: list[Message] = []
    connection.Consumer(QUEUE, on_message=messages.append, channel=connection.default_channel).consume()
    connection.Consumer(REMOTE_CONTROL, channel=connection.channel()).consume()
    connection.register_with_event_loop(hub)
    while not messages:
        hub.run_once()
    hub.run_once()  # it asks for the next one
    redis_server.stop()
    yield connection, messages[0]
    hub.close()


def lose(connection: Connection) -> None:
    """Handle a lost connection as Celery's consumer does."""
    connection.collect(socket_timeout=1)
    connection.close()


def test_it_can_be_closed(delivered: tuple[Connection, Message]) -> None:
    connection, _ = delivered
    lose(connection)
    assert not connection.connected


def test_nothing_is_said_over_it(delivered: tuple[Connection, Message], redis_server: Redis) -> None:
    connection, message = delivered
    lose(connection)
    message.ack_log_error(LOG, connection.connection_errors)
    assert message.acknowledged

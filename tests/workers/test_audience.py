"""Webhook workers are woken only by events for an endpoint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Timer
from threading import enumerate as enumerate_threads

import pytest
import redis

from service.config.environment import Config
from service.webhooks.endpoints import create_webhook
from tests.servers import Redis
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.tables import Table, table
from tests.waiting import eventually
from workers.jobs import webhooks


@pytest.fixture
def broker(redis_server: Redis) -> Iterator[redis.Redis]:
    """Return the Redis that carries hints."""
    with redis.Redis.from_url(redis_server.url) as client:
        yield client


def forget_hints(broker: redis.Redis) -> None:
    """Have none left, and none on the way."""
    assert eventually(lambda: not any(isinstance(each, Timer) for each in enumerate_threads()))
    broker.delete("mails", "webhooks")


@pytest.fixture
def seasons(settings: Config, redis_server: Redis, clock: FakeClock) -> Iterator[Table]:
    """Create a game of two without endpoints, in an installation with a Redis whose workers know the endpoints."""
    with running(replace(settings, redis_url=redis_server.url), clock):
        begun = table("ann", "bob")
        webhooks.run()
        yield begun


def test_a_move_at_a_table_without_endpoints_wakes_no_worker_of_webhooks(seasons: Table, broker: redis.Redis) -> None:
    forget_hints(broker)
    seasons.play_anything()
    assert eventually(lambda: broker.exists("mails"))
    assert not broker.exists("webhooks")


def test_an_endpoint_made_a_moment_ago_is_told_of_the_next_move_at_once(
    seasons: Table, broker: redis.Redis, clock: FakeClock
) -> None:
    create_webhook(seasons.players[1], "https://bot.example.net/hook", [], clock())
    assert eventually(lambda: broker.exists("webhooks"))  # the challenge
    forget_hints(broker)
    seasons.play_anything()
    assert eventually(lambda: broker.exists("webhooks"))


def test_an_endpoint_of_somebody_at_another_table_wakes_nobody(
    seasons: Table, broker: redis.Redis, clock: FakeClock
) -> None:
    eve = table("eve", "kim").players[0]
    create_webhook(eve, "https://bot.example.net/hook", [], clock())
    forget_hints(broker)
    seasons.play_anything()
    assert eventually(lambda: broker.exists("mails"))
    assert not broker.exists("webhooks")

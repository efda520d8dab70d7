"""Hints: few messages, and none too few."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Thread
from time import sleep
from typing import Any

import pytest
import redis
from celery.contrib.testing.worker import start_worker
from flask import Flask

from service.config.environment import Config
from service.db import clock
from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.jobs.broker import celery_over
from service.jobs.events import newest_number, record
from service.jobs.wake import TOGETHER, Hints
from service.models import Game
from tests.servers import Redis
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.tables import Table, table
from tests.waiting import eventually

COUNTER = "test.counter"
"""Stands for the table that a job looks at."""
RUN = "sundial.clocks"


@pytest.fixture
def broker(redis_server: Redis) -> Iterator[redis.Redis]:
    """Return the Redis that carries hints."""
    with redis.Redis.from_url(redis_server.url, decode_responses=True) as client:
        yield client


@pytest.fixture
def hints(redis_server: Redis) -> Hints:
    return Hints(redis_server.url)


def queued(broker: redis.Redis, queue: str) -> list[Any]:
    """Return the messages in a queue."""
    return [json.loads(message) for message in broker.lrange(queue, 0, -1)]


@pytest.mark.parametrize(
    ("task", "queue"), [(queues.CLOCKS, "celery"), (queues.NOTICES, "mails"), (queues.OPPONENTS, "thoughts")]
)
def test_a_hint_waits_where_the_workers_of_its_task_look(
    hints: Hints, broker: redis.Redis, task: str, queue: str
) -> None:
    hints.enqueue(task)
    [message] = queued(broker, queue)
    assert (message["headers"]["task"], message["headers"]["ignore_result"]) == (task, True)


def test_hints_at_once_are_two_messages_each_with_an_id_of_its_own(hints: Hints, broker: redis.Redis) -> None:
    crowd = [Thread(target=hints.enqueue, args=[queues.CLOCKS]) for _ in range(50)]
    began = time.monotonic()
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    times_together = (time.monotonic() - began) / TOGETHER
    assert eventually(lambda: len(queued(broker, "celery")) >= 2)
    ids = [message["properties"]["delivery_tag"] for message in queued(broker, "celery")]
    assert len(ids) == len(set(ids)) <= 2 + times_together  # the fiftieth may have come after the time of the first


def test_hints_for_one_task_do_not_stand_for_another(hints: Hints, broker: redis.Redis) -> None:
    hints.enqueue(queues.CLOCKS)
    hints.enqueue(queues.INBOUND)
    assert {message["headers"]["task"] for message in queued(broker, "celery")} == {queues.CLOCKS, queues.INBOUND}


def test_what_commits_right_after_a_hint_is_seen_by_a_run_that_begins_after_it(
    hints: Hints, broker: redis.Redis, redis_server: Redis
) -> None:
    celery = celery_over(redis_server.url, {})
    seen: list[int] = []

    def look() -> None:
        seen.append(int(broker.get(COUNTER) or 0))

    celery.task(name=RUN, ignore_result=True)(look)
    with start_worker(celery, loglevel="WARNING", pool="solo", perform_ping_check=False, shutdown_timeout=30):
        for count in range(1, 301):
            broker.set(COUNTER, count)  # the commit
            hints.enqueue(RUN)
        assert eventually(lambda: seen[-1:] == [300])
    assert len(seen) < 300


def test_without_redis_a_hint_is_tried_once_and_then_not_for_a_while(
    hints: Hints, redis_server: Redis, broker: redis.Redis
) -> None:
    redis_server.stop()
    hints.enqueue(queues.CLOCKS)
    redis_server.start()
    hints.enqueue(queues.INBOUND)
    assert queued(broker, "celery") == []


def test_a_redis_that_hangs_delays_a_hint_by_a_second_and_the_next_one_too(
    hints: Hints, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake, "PAUSE_AFTER_FAILURE", 0.0)
    hints.enqueue(queues.CLOCKS)
    for task in (queues.INBOUND, queues.NOTICES, queues.PLANS):
        with redis_server.hanging():
            began = time.monotonic()
            hints.enqueue(task)
            assert 0.5 < time.monotonic() - began < 2


def test_a_connection_that_was_closed_meanwhile_loses_no_hint(hints: Hints, redis_server: Redis) -> None:
    hints.enqueue(queues.CLOCKS)
    redis_server.stop()
    redis_server.start()
    hints.enqueue(queues.INBOUND)
    with redis.Redis.from_url(redis_server.url, decode_responses=True) as client:
        assert len(queued(client, "celery")) == 1


def test_what_nobody_listens_for_wakes_no_worker_of_webhooks(hints: Hints, broker: redis.Redis) -> None:
    hints.note_audience(lambda: [7])
    hints.tell_readers([1, 2])
    assert queued(broker, "webhooks") == []
    hints.tell_readers([2, 7])
    assert len(queued(broker, "webhooks")) == 1


def test_while_it_is_not_known_who_listens_everything_is_heard(hints: Hints, broker: redis.Redis) -> None:
    hints.join_audience(7)
    hints.tell_readers([1])
    assert len(queued(broker, "webhooks")) == 1


def test_who_comes_to_listen_is_heard_at_once_and_by_every_process(
    hints: Hints, broker: redis.Redis, redis_server: Redis
) -> None:
    hints.note_audience(list)
    Hints(redis_server.url).join_audience(1)
    hints.tell_readers([1])
    assert len(queued(broker, "webhooks")) == 1


def test_who_comes_to_listen_while_the_audience_is_taken_is_not_lost(hints: Hints, broker: redis.Redis) -> None:
    def everybody_before() -> list[int]:
        hints.join_audience(1)
        return []

    hints.note_audience(everybody_before)
    hints.tell_readers([1])
    assert len(queued(broker, "webhooks")) == 1


def test_the_audience_is_forgotten_after_a_while_and_then_taken_anew(hints: Hints, broker: redis.Redis) -> None:
    hints.note_audience(list)
    assert 0 < int(broker.ttl("sundial-audience")) <= 60
    hints.note_audience(lambda: [1])
    assert broker.smembers("sundial-audience") == {"all"}
    broker.delete("sundial-audience")
    hints.note_audience(lambda: [1])
    assert broker.smembers("sundial-audience") == {"all", "1"}


@pytest.fixture
def told_app(settings: Config, clock: FakeClock, redis_server: Redis) -> Iterator[Flask]:
    """Return the app of an installation with a fresh Redis, in its context."""
    wake._hints.cache_clear()
    with running(replace(settings, redis_url=redis_server.url), clock) as app:
        yield app


def happen(seasons: Table) -> None:
    """Something happens in a game, and its transaction takes a while to end."""
    with transaction() as current:
        game = current.get_one(Game, seasons.id)
        record("game.joined", game, clock.now(), place=0)
        current.flush()
        sleep(0.01)


def test_readers_are_called_when_they_can_see_what_has_happened(told_app: Flask, broker: redis.Redis) -> None:
    seasons = table("ada", "bob")
    begun = newest_number()
    session().rollback()

    def look(channel: redis.client.PubSub) -> list[int]:
        seen = []
        with told_app.app_context():
            for _ in range(20):
                assert channel.get_message(timeout=10)
                seen.append(newest_number() - begun)
                session().rollback()
        return seen

    listening = broker.pubsub()  # type: ignore[no-untyped-call]  # redis-py types most, not this
    with listening as channel, ThreadPoolExecutor(1) as pool:
        channel.subscribe(wake.READERS)
        assert channel.get_message(timeout=10)
        looking = pool.submit(look, channel)
        for _ in range(20):
            happen(seasons)
        seen = looking.result()
    assert all(found >= calls for calls, found in enumerate(seen, start=1))

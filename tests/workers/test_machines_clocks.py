"""Machines whose clocks differ: deadlines and leases go by the database's clock, sweeps by none of theirs.

Here it is the database whose clock is set, and all machines are off by as much.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery
from flask import Flask

from service.config.environment import Config
from service.config.timeouts import Role
from service.db import clock
from service.db.clock import system_clock
from service.db.engines import db
from service.jobs.leases import claim
from service.jobs.queues import QUEUES
from service.models import EndedBy, Envelope, Game, GameStatus, Notice
from service.server.app import create_app
from service.telemetry.outages import Outage
from tests.servers import Redis, set_clock
from tests.service.conftest import settings_for
from tests.service.tables import table
from workers import sweeps
from workers.cli.beat import scheduled_celery
from workers.jobs import clocks
from workers.sweeps import Sweeps, Waiting

JOB = "sundial.clocks"
NEVER = datetime.max.replace(tzinfo=UTC)

Worker = Callable[[], Flask]


@pytest.fixture
def worker(postgres_settings: Config) -> Iterator[Worker]:
    """Return a factory of workers with the real clocks; the test runs in the context."""
    with ExitStack() as stack:

        def started() -> Flask:
            app = create_app(postgres_settings, role=Role.WORKER)
            stack.enter_context(app.app_context())
            stack.callback(db.engine.dispose)
            stack.callback(db.session.remove)
            return app

        yield started


def test_a_worker_whose_clock_is_nine_days_ahead_forfeits_nothing(postgres_settings: Config, worker: Worker) -> None:
    set_clock(postgres_settings.database_url, "-9 days")
    worker()
    seasons = table("ada", "bob")
    seasons.look()

    assert abs(clock.now() - system_clock() + timedelta(days=9)) < timedelta(hours=1)
    assert (seasons.game.deadline or system_clock()) < system_clock()
    assert not clocks.run()
    assert seasons.game.status == GameStatus.ACTIVE


def test_a_worker_whose_clock_is_days_behind_lets_nobody_have_more_time(
    postgres_settings: Config, worker: Worker
) -> None:
    worker()
    seasons = table("ada", "bob")
    seasons.look()
    db.session.remove()

    set_clock(postgres_settings.database_url, "4 days")
    worker()
    assert clocks.run()

    game = db.session.get_one(Game, seasons.id)
    assert (game.status, game.ended_by) == (GameStatus.FINISHED, EndedBy.TIME)


def test_nobody_takes_over_what_another_worker_does_because_of_its_clock(
    postgres_settings: Config, worker: Worker
) -> None:
    set_clock(postgres_settings.database_url, "-9 days")
    worker()
    table("ada", "bob")
    assert claim(Notice, clock.now(), timedelta(minutes=2), 100)

    worker()
    assert not claim(Notice, clock.now(), timedelta(minutes=2), 100)
    assert not claim(Envelope, clock.now(), timedelta(minutes=2), 100)


@pytest.fixture
def celery(tmp_path: Path, redis_server: Redis) -> Celery:
    return scheduled_celery(settings_for(tmp_path, REDIS_URL=redis_server.url))


@pytest.fixture
def beat(celery: Celery) -> Iterator[Sweeps]:
    """Start the scheduler of sweeps."""
    sweeps = Sweeps(celery)
    yield sweeps
    sweeps.close()


def sent(redis_server: Redis) -> list[Any]:
    """Return the messages queued in Redis for a worker."""
    with redis.Redis.from_url(redis_server.url) as client:
        return [json.loads(message) for message in client.lrange("celery", 0, -1)]


def test_a_sweep_is_good_whatever_the_clock_of_who_takes_it_up(beat: Sweeps, redis_server: Redis) -> None:
    beat.apply_entry(beat.schedule[JOB])
    [message] = sent(redis_server)
    assert (message["headers"]["task"], message["headers"]["expires"]) == (JOB, None)


def test_sweeps_that_nobody_takes_up_do_not_pile_up(beat: Sweeps, redis_server: Redis) -> None:
    for _ in range(3):
        for entry in beat.schedule.values():
            beat.apply_entry(entry)
    assert len(sent(redis_server)) == len([job for job in beat.schedule if job not in QUEUES])


def test_the_next_sweep_is_sent_once_the_one_before_was_taken_up(beat: Sweeps, redis_server: Redis) -> None:
    beat.apply_entry(beat.schedule[JOB])
    Waiting(redis_server.url).take(JOB)
    beat.apply_entry(beat.schedule[JOB])
    assert len(sent(redis_server)) == 2


def test_a_sweep_that_was_lost_with_who_asked_for_it_is_sent_again(beat: Sweeps, redis_server: Redis) -> None:
    beat.apply_entry(beat.schedule[JOB])
    with redis.Redis.from_url(redis_server.url) as client:
        client.rpop("celery")
    beat.apply_entry(beat.schedule[JOB])
    assert len(sent(redis_server)) == 1


def test_beat_goes_on_while_redis_is_away_and_says_so_in_a_line(
    beat: Sweeps, redis_server: Redis, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "REDIS", Outage("Redis"))
    caplog.clear()
    redis_server.stop()
    beat.apply_entry(beat.schedule[JOB])
    Waiting(redis_server.url).take(JOB)
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]


def test_beat_goes_on_when_the_clock_of_its_machine_is_set_back(beat: Sweeps, redis_server: Redis) -> None:
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now() + timedelta(days=9)

    assert beat.tick() < 60
    assert all((entry.last_run_at or NEVER) <= entry.default_now() for entry in beat.schedule.values())

"""Celery: hints in, jobs done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from flask import Flask

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.config import environment
from service.db.clock import system_clock
from service.jobs import queues
from service.jobs.wake import Hints
from tests.servers import Redis
from tests.service.conftest import settings_for
from tests.waiting import eventually
from tests.workers.on_sqlite import installed, web_of
from workers.cli.beat import scheduled_celery
from workers.jobs import jobs
from workers.sweeps import Waiting
from workers.tasks import create_celery, task


class Once:
    """A job that has so much to do."""

    NAME = "test.once"
    EVERY = 1.0

    def __init__(self, more: list[bool]) -> None:
        self.more = more
        self.runs = 0

    def run(self) -> bool:
        self.runs += 1
        return self.more.pop(0)


class Taken(Waiting):
    """Fake job that records what it runs for."""

    def __init__(self) -> None:
        self.jobs: list[str] = []

    def take(self, job: str) -> None:
        self.jobs.append(job)


class Noted(Hints):
    """Fake that records hints."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def enqueue(self, task: str) -> None:
        self.names.append(task)


@pytest.fixture
def with_redis(migrated_sqlite: Path, tmp_path: Path, redis_server: Redis) -> environment.Config:
    """Return an installation on SQLite with a Redis, which stores its emails locally."""
    return installed(migrated_sqlite, tmp_path, REDIS_URL=redis_server.url)


@pytest.fixture
def web(with_redis: environment.Config) -> Iterator[Flask]:
    with web_of(with_redis) as app:
        yield app


@pytest.fixture
def worker(with_redis: environment.Config) -> Iterator[Celery]:
    """Start a worker that receives hints."""
    celery = create_celery(with_redis)
    queues = ["celery", "mails"]
    with start_worker(
        celery, loglevel="WARNING", pool="solo", queues=queues, perform_ping_check=False, shutdown_timeout=30
    ):
        yield celery


def mails(settings: environment.Config) -> list[Path]:
    """Return the sent emails."""
    return list(settings.mailbox.glob("*.eml"))


def test_a_hint_of_the_service_makes_a_worker_send_what_is_due(
    web: Flask, worker: Celery, with_redis: environment.Config
) -> None:
    request_sign_in("ada@example.net", Asker("192.0.2.1"), system_clock())
    assert eventually(lambda: mails(with_redis))


def test_a_sweep_sends_what_no_hint_was_given_for(web: Flask, worker: Celery, with_redis: environment.Config) -> None:
    web.config["SETTINGS"] = replace(web.config["SETTINGS"], redis_url="")
    request_sign_in("ada@example.net", Asker("192.0.2.1"), system_clock())
    assert mails(with_redis) == []
    entry = scheduled_celery(with_redis).conf.beat_schedule[queues.NOTICES]
    worker.send_task(entry["task"])
    assert eventually(lambda: mails(with_redis))


def test_whatever_the_service_hints_at_has_a_task_and_every_task_is_swept(with_redis: environment.Config) -> None:
    celery = create_celery(with_redis)
    ours = {name for name in celery.tasks if name.startswith("sundial.")}
    assert ours >= {queues.NOTICES, queues.OPPONENTS, queues.CLOCKS}
    assert ours == {job.NAME for job in jobs()} == set(scheduled_celery(with_redis).conf.beat_schedule)


def test_only_json_is_read(with_redis: environment.Config) -> None:
    assert create_celery(with_redis).conf.accept_content == ["json"]


def test_without_a_redis_the_workers_do_not_start(tmp_path: Path) -> None:
    with pytest.raises(environment.BadConfiguration, match="REDIS_URL"):
        create_celery(settings_for(tmp_path))


def test_a_job_that_has_more_to_do_hints_at_its_next_run(app: Flask) -> None:
    hints, taken, job = Noted(), Taken(), Once([True, False])
    run = task(job, lambda: app, hints, taken)
    run()
    run()
    assert (job.runs, hints.names) == (2, ["test.once"])
    assert taken.jobs == ["test.once"] * 2


def test_a_job_that_fails_is_logged_and_survived(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    task(Once([]), lambda: app, Noted(), Taken())()
    assert "test.once: IndexError" in caplog.text


@pytest.mark.parametrize("job", list(jobs()), ids=lambda job: job.NAME)
def test_every_job_runs_where_nothing_is_due(job: Once, app: Flask) -> None:
    assert job.run() is False

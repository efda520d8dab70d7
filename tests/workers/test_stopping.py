"""A stopped worker ends in time, and another one continues its work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from flask import Flask
from sqlalchemy import select

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.config import environment
from service.db.clock import system_clock
from service.db.engines import session
from service.jobs import queues
from service.jobs.broker import celery_over
from service.models import Envelope, OpponentTurn, WorkState
from service.play.games import NewGame, SeatWish, create_game
from tests.playing import KNOBS, SUNDIAL
from tests.servers import Redis
from tests.service.tables import Table, person
from tests.sink import HANG, Sink
from tests.soak.programs import children_of
from tests.waiting import eventually
from tests.workers.on_sqlite import installed, web_of
from tests.workers.post import through
from workers.jobs.notices import send_due
from workers.jobs.opponents import run_turn
from workers.procfile import PROCFILE, read_procfile
from workers.search import choose_turn
from workers.stopping import END_WITHIN

THINKERS = "tests.workers.thinker"
PATIENCE = 180.0
"""Seconds that workers may take to begin on a busy machine."""
UNTAKEN = 3.0
"""Seconds for which a hint is left to a worker that could take it up at once."""
IN_TIME = 15.0
"""Seconds that a worker has to end, as docs/operating.md says."""


@pytest.fixture
def hanging(sink: Sink) -> Sink:
    """Return a mail server that accepts connections and is silent."""
    sink.answer = HANG
    return sink


@pytest.fixture
def installation(migrated_sqlite: Path, tmp_path: Path, redis_server: Redis, hanging: Sink) -> environment.Config:
    """Return an installation whose mail server hangs."""
    return installed(migrated_sqlite, tmp_path, REDIS_URL=redis_server.url, SMTP_URL=hanging.url)


@pytest.fixture
def web(installation: environment.Config) -> Iterator[Flask]:
    with web_of(installation) as app:
        yield app


@contextmanager
def working(settings: environment.Config, name: str, app: str = "workers.app") -> Iterator[subprocess.Popen[bytes]]:
    """Run a line of the Procfile, with that app of Celery, until the end."""
    line = next(program.command for program in read_procfile(PROCFILE) if program.name == name)
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env = inherited | {"PATH": f"{SUNDIAL.parent}{os.pathsep}{os.environ['PATH']}", "SECRET_KEY": settings.secret_key}
    env |= {"SUNDIAL_HOME": str(settings.home), "REDIS_URL": settings.redis_url, "SMTP_URL": settings.smtp_url or ""}
    command = f"exec {line.replace('workers.app', app)}"
    process = subprocess.Popen(["/bin/sh", "-c", command], cwd=PROCFILE.parent, env=env, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def against_the_computer() -> Table:
    """Create a game in which the computer is to move."""
    ada = person("ada")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False)
    game = Table(create_game(ada, wish, system_clock()).id, [ada])
    game.play("place max-15")
    return game


def computers_turn() -> OpponentTurn:
    """Load the computer's first turn."""
    session().rollback()
    first = select(OpponentTurn).order_by(OpponentTurn.version).limit(1)
    return session().scalars(first.execution_options(populate_existing=True)).one()


def ask(settings: environment.Config, *tasks: str, queue: str | None = None) -> None:
    """Send hints at tasks, to that queue or to their own."""
    celery = celery_over(settings.redis_url, {})
    for task in tasks:
        celery.send_task(task, ignore_result=True, queue=queue)


def test_what_a_worker_is_at_when_it_is_asked_to_end_is_free_at_once(
    web: Flask, installation: environment.Config, hanging: Sink
) -> None:
    web.config["SETTINGS"] = replace(web.config["SETTINGS"], redis_url="")  # no other hints than those of the test
    against_the_computer()
    request_sign_in("ada@example.net", Asker("192.0.2.1"), system_clock())
    with (
        working(installation, "worker", THINKERS) as worker,
        working(installation, "mails") as mails,
    ):
        ask(installation, "test.thinking", queues.NOTICES)
        assert eventually(lambda: computers_turn().leased_until and hanging.attempts, PATIENCE)
        for process in (worker, mails):
            process.send_signal(signal.SIGTERM)
        for process in (worker, mails):
            process.wait(IN_TIME)

    turn, [envelope] = computers_turn(), session().scalars(select(Envelope)).all()
    assert (turn.state, turn.leased_until, turn.attempts) == (WorkState.QUEUED, None, 0)
    assert (envelope.state, envelope.leased_until, envelope.attempts) == (WorkState.QUEUED, None, 0)
    assert envelope.offered_at is not None
    hanging.clear()
    assert run_turn(choose_turn)
    assert computers_turn().state == WorkState.DONE
    send_due(system_clock, through(hanging))
    assert session().scalars(select(Envelope.leased_until)).all() == [None]


def test_a_hint_waits_in_redis_until_a_worker_has_time_for_it(web: Flask, installation: environment.Config) -> None:
    web.config["SETTINGS"] = replace(web.config["SETTINGS"], redis_url="")
    against_the_computer()
    with working(installation, "thinkers", THINKERS), redis.Redis.from_url(installation.redis_url) as client:
        ask(installation, "test.thinking", queue="thoughts")
        assert eventually(lambda: computers_turn().leased_until, PATIENCE)
        ask(installation, "test.thinking", queue="thoughts")
        assert not eventually(lambda: not client.llen("thoughts"), UNTAKEN)


def test_a_worker_that_hears_nothing_ends_in_time(web: Flask, installation: environment.Config) -> None:
    web.config["SETTINGS"] = replace(web.config["SETTINGS"], redis_url="")
    against_the_computer()
    with working(installation, "worker", THINKERS) as worker:
        ask(installation, "test.deaf")
        assert eventually(lambda: computers_turn().leased_until, PATIENCE)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(IN_TIME) == os.EX_TEMPFAIL
    assert END_WITHIN < IN_TIME


def turns() -> set[str]:
    """Return the states of all turns of the computer."""
    session().rollback()
    return set(session().scalars(select(OpponentTurn.state)))


def test_mails_have_workers_of_their_own_so_a_mail_server_that_hangs_holds_up_no_move(
    web: Flask, installation: environment.Config, hanging: Sink
) -> None:
    with working(installation, "worker"), working(installation, "thinkers"):
        request_sign_in("ada@example.net", Asker("192.0.2.1"), system_clock())
        against_the_computer()
        assert eventually(lambda: turns() == {WorkState.DONE}, PATIENCE)
        assert hanging.attempts == 0
        with working(installation, "mails"):
            assert eventually(lambda: hanging.attempts, PATIENCE)


@pytest.mark.parametrize(
    ("then", "code"),
    [("signal.pause()", -signal.SIGALRM), ("stopping.note_end(); sys.exit(signal.alarm(0))", 0)],
    ids=["too long", "in time"],
)
def test_a_worker_without_a_pool_is_ended_by_the_system_when_a_run_takes_too_long(then: str, code: int) -> None:
    deaf = "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals() - {signal.SIGALRM})"
    run = (
        f"import signal, sys; from workers import stopping; {deaf}; stopping.LONGEST_RUN = 1; stopping.listen(); {then}"
    )

    ended = subprocess.run([sys.executable, "-c", run], check=False, timeout=PATIENCE)

    assert ended.returncode == code


@pytest.mark.parametrize(("concurrency", "processes"), [("1", 1), ("2", 3)])
def test_who_sends_one_mail_at_a_time_needs_no_other_process(
    web: Flask,
    installation: environment.Config,
    hanging: Sink,
    concurrency: str,
    processes: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MAIL_CONCURRENCY", concurrency)
    request_sign_in("ada@example.net", Asker("192.0.2.1"), system_clock())
    with working(installation, "mails") as mails:
        assert eventually(lambda: hanging.attempts, PATIENCE)
        assert len([mails.pid, *children_of(mails.pid)]) == processes

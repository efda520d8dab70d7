"""Each program of the Procfile leaves signs of life in the database."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.metadata import version
from socket import gethostname

import pytest
from flask import Flask
from sqlalchemy import text

from service.config.environment import Config
from service.db.engines import session, transaction
from service.embedded.ports import free_port
from service.jobs.retention import program_signs
from service.jobs.signs import LifeSigns, signs
from service.models import ProgramSign
from tests.playing import KNOBS, SUNDIAL
from tests.servers import Redis
from tests.service.conftest import FakeClock
from tests.waiting import eventually
from workers.procfile import PROCFILE, read_procfile

PROGRAMS = {program.name for program in read_procfile(PROCFILE)}
PATIENCE = 240.0
"""Seconds for programs to start, also on a busy machine."""

Start = Callable[[str], "subprocess.Popen[bytes]"]


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    return postgres_settings


@pytest.fixture
def start(settings: Config, redis_server: Redis) -> Iterator[Start]:
    """Return a function that starts a program of the installation; all are killed at the end."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env = inherited | {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": settings.secret_key, "WEB_CONCURRENCY": "1"}
    env |= {"REDIS_URL": redis_server.url, "PORT": str(free_port()), "INBOUND_SMTP_PORT": str(free_port())}
    env |= {"DATABASE_URL": settings.database_url, "SMTP_URL": "smtp://127.0.0.1:1", "MAIL_DOMAIN": "example.net"}
    env |= {"PUBLIC_URL": "https://example.net"}
    with ExitStack() as running:

        def start(program: str) -> subprocess.Popen[bytes]:
            process = running.enter_context(subprocess.Popen([SUNDIAL, "run", program], env=env))
            running.callback(process.kill)
            return process

        yield start


def seen() -> dict[str, ProgramSign]:
    """Return the signs in the database by program."""
    session().expire_all()
    return {sign.program: sign for sign in signs()}


def test_each_program_signs_with_its_version_and_key_and_notes_that_it_stopped(
    app: Flask, settings: Config, start: Start
) -> None:
    processes = [start(program) for program in PROGRAMS]
    assert eventually(lambda: seen().keys() == PROGRAMS, PATIENCE)
    assert {(sign.machine, sign.version, sign.key_name, sign.stopped_at) for sign in signs()} == {
        (gethostname(), version("sundial"), settings.key_ring.name, None)
    }

    for process in processes:
        process.send_signal(signal.SIGTERM)

    assert eventually(lambda: all(sign.stopped_at for sign in seen().values()), PATIENCE)


def test_a_killed_program_is_not_noted_as_stopped_and_its_restart_signs_again(app: Flask, start: Start) -> None:
    process = start("inbound")
    assert eventually(seen, PATIENCE)
    process.kill()
    process.wait()
    before = seen()["inbound"]
    assert before.stopped_at is None
    last = before.seen_at

    start("inbound")

    assert eventually(lambda: seen()["inbound"].seen_at > last, PATIENCE)


def test_a_program_signs_again_and_again_and_survives_a_database_without_tables(app: Flask, settings: Config) -> None:
    with transaction():
        session().execute(text("ALTER TABLE program_sign RENAME TO hidden"))
    life_signs = LifeSigns(settings, "web", every=0.05)
    life_signs.start()
    with transaction():
        session().execute(text("ALTER TABLE hidden RENAME TO program_sign"))
    assert eventually(seen)
    first = seen()["web"].seen_at
    assert eventually(lambda: seen()["web"].seen_at > first)
    assert seen()["web"].stopped_at is None

    life_signs.stop()

    assert seen()["web"].stopped_at is not None


def test_signs_go_a_day_after_the_last(app: Flask, clock: FakeClock) -> None:
    about = {"version": "1", "key_name": "abcd", "seen_at": clock()}
    with transaction() as current:
        current.add(ProgramSign(program="web", machine="gone", **about))
    program_signs.apply(clock.advance(days=1))
    assert [sign.machine for sign in signs()] == ["gone"]

    program_signs.apply(clock.advance(seconds=1))

    assert signs() == []

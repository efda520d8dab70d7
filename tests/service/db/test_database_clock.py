"""The database's clock, read from time to time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from service.config.environment import Config
from service.db.clock import system_clock
from service.db.database_clock import EVERY, DatabaseClock, clock_of
from service.db.engines import db
from service.server.app import create_app

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


class Database:
    """Fake database that tells the time with a delay, and may be unavailable."""

    def __init__(self) -> None:
        self.time = NOON
        self.stopwatch = 0.0
        self.takes = 0.0
        self.is_away = False
        self.asked = 0

    def read(self) -> datetime:
        self.asked += 1
        if self.is_away:
            raise OperationalError("", {}, OSError())
        told = self.time
        self.pass_by(self.takes)
        return told

    def pass_by(self, seconds: float) -> None:
        """Let so much time pass."""
        self.time += timedelta(seconds=seconds)
        self.stopwatch += seconds


@pytest.fixture
def database() -> Database:
    return Database()


@pytest.fixture
def clock(database: Database) -> DatabaseClock:
    return DatabaseClock(database.read, lambda: database.stopwatch)


def test_it_shows_what_the_database_shows(database: Database, clock: DatabaseClock) -> None:
    assert clock() == NOON
    database.pass_by(EVERY / 2)
    assert clock() == database.time


def test_the_database_is_asked_now_and_then(database: Database, clock: DatabaseClock) -> None:
    for _ in range(100):
        clock()
        database.pass_by(EVERY / 10)
    assert database.asked == 10


def test_a_clock_that_was_set_in_the_database_is_followed(database: Database, clock: DatabaseClock) -> None:
    clock()
    database.time += timedelta(hours=1)
    database.pass_by(EVERY)
    assert clock() == database.time


def test_it_is_never_ahead_of_the_database(database: Database, clock: DatabaseClock) -> None:
    database.takes = 40.0
    assert clock() == database.time - timedelta(seconds=40)


def test_it_goes_on_while_the_database_is_away(database: Database, clock: DatabaseClock) -> None:
    clock()
    database.is_away = True
    database.pass_by(5 * EVERY)
    assert clock() == clock() == database.time
    assert database.asked == 2


def test_what_was_never_told_is_not_made_up(database: Database, clock: DatabaseClock) -> None:
    database.is_away = True
    with pytest.raises(OperationalError):
        clock()
    database.is_away = False
    assert clock() == NOON


def test_sqlite_has_the_clock_of_its_machine(sqlite_settings: Config) -> None:
    app = create_app(sqlite_settings)
    assert app.config["CLOCK"] is system_clock


def test_postgresql_has_a_clock(postgres_settings: Config) -> None:
    app: Flask = create_app(postgres_settings)
    before = system_clock()
    told = clock_of(app)()
    assert before - timedelta(minutes=5) < told <= system_clock()
    with app.app_context():
        db.engine.dispose()

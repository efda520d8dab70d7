"""An app on each database, with a fake clock."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import serving
from service.config import environment
from service.db import engines
from service.jobs import fairness
from service.pictures.boards import PAINTER
from service.schema.upgrading import upgrade
from tests import unhurried
from tests.greek import speak_greek
from tests.quick_pictures import QUICK
from tests.secret_keys import KEY
from tests.servers import Postgres, name_of
from tests.service.installations import running


class FakeClock:
    """A clock that only moves when advanced."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 4, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **span: float) -> datetime:
        """Let time pass; the span is given as to timedelta."""
        self.time += timedelta(**span)
        return self.time


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def settings_for(home: Path, **knobs: str) -> environment.Config:
    """Return the configuration of an installation with its data in `home`."""
    usual = {"SUNDIAL_HOME": str(home), "SECRET_KEY": KEY, "DATABASE_TIMEOUTS": unhurried.TIMEOUTS}
    return environment.from_environment(usual | knobs)


def migrate(settings: environment.Config) -> None:
    """Lay the tables."""
    with serving(settings):
        upgrade(engines.db.engine)


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an SQLite file with empty tables, to be copied."""
    home = tmp_path_factory.mktemp("migrated")
    migrate(settings_for(home))
    return home / "sundial.sqlite"


@pytest.fixture(scope="session")
def migrated_postgres(postgres: Postgres) -> str:
    """Create a PostgreSQL database with empty tables, to be copied; return its name."""
    url = postgres.create_database()
    migrate(settings_for(Path("/nonexistent"), DATABASE_URL=url))
    return name_of(url)


def empty_home(factory: pytest.TempPathFactory, name: str) -> Path:
    """Create a home for one test of a process after the other, at one path, so that equal settings share an app."""
    home = factory.getbasetemp() / f"{name}-{os.getpid()}"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(mode=0o700)
    return home


@pytest.fixture
def sqlite_settings(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> environment.Config:
    """Return an installation on SQLite with empty tables."""
    home = empty_home(tmp_path_factory, "on-sqlite")
    shutil.copy(migrated_sqlite, home / "sundial.sqlite")
    return settings_for(home)


@pytest.fixture
def postgres_settings(
    postgres: Postgres, migrated_postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[environment.Config]:
    """Return an installation on PostgreSQL with empty tables."""
    url = postgres.create_database(migrated_postgres, f"sundial_{os.getpid()}")
    yield settings_for(empty_home(tmp_path_factory, "on-postgresql"), DATABASE_URL=url)
    postgres.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest) -> environment.Config:
    """Return an installation with empty tables, on each database."""
    name = "sqlite_settings" if request.param == "sqlite" else "postgres_settings"
    chosen: environment.Config = request.getfixturevalue(name)
    return chosen


@pytest.fixture
def app(settings: environment.Config, clock: FakeClock, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Return the app in its context, on each database; see `tests.quick_pictures` for its pictures."""
    fairness._in_a_row.clear()  # as in a process that has claimed nothing yet
    with running(settings, clock) as app:
        if request.node.get_closest_marker("real_pictures") is None:
            app.config[PAINTER] = QUICK
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a client that keeps cookies, without an account."""
    return app.test_client()


@pytest.fixture
def greek(app: Flask, tmp_path: Path) -> None:
    """There is a catalogue, in letters that nothing else is written in."""
    speak_greek(app, tmp_path / "translations")

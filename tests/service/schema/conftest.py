"""Installations of this version with data, to be upgraded to a later one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from service.config.environment import Config
from service.db import engines
from service.schema import revisions, upgrading
from service.schema.revisions import known
from service.schema.upgrading import upgrade
from tests.servers import Postgres, name_of
from tests.service.conftest import settings_for
from tests.service.schema import later
from tests.service.schema.contents import Rows, rows
from tests.service.schema.filled import lay_and_fill


def _upgraded(url: str) -> Rows:
    engine = engines.new_engine(url)
    upgrade(engine)
    content = rows(engine)
    engine.dispose()
    return content


def _made(settings: Config) -> None:
    engine = engines.new_engine(settings.database_url)
    lay_and_fill(engine)
    engine.dispose()


@pytest.fixture(scope="session")
def migrations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the migrations of a later version."""
    later.write(directory := tmp_path_factory.mktemp("later") / "migrations")
    return directory


@pytest.fixture(autouse=True)
def later_version(migrations: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be that version, and let the processes that a test starts be it."""
    for module in (revisions, upgrading):
        monkeypatch.setattr(module, "MIGRATIONS", migrations)
    monkeypatch.setenv(later.KNOB, str(migrations))
    known.cache_clear()
    yield
    known.cache_clear()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an SQLite file with rows, to be copied."""
    home = tmp_path_factory.mktemp("old")
    _made(settings_for(home))
    file = home / "sundial.sqlite"
    file.chmod(0o600)
    return file


@pytest.fixture(scope="session")
def migrated_postgres(postgres: Postgres) -> str:
    """Create a PostgreSQL database with rows, to be copied; return its name."""
    url = postgres.create_database()
    _made(settings_for(Path("/nonexistent"), DATABASE_URL=url))
    return name_of(url)


@pytest.fixture
def engine(settings: Config) -> Iterator[Engine]:
    """Return an engine as in `sundial upgrade`, on each database."""
    engine = engines.new_engine(settings.database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def undisturbed(
    request: pytest.FixtureRequest, settings: Config, migrated_sqlite: Path, tmp_path: Path
) -> Iterator[Rows]:
    """Return the rows after an undisturbed upgrade."""
    if settings.embedded:
        shutil.copy(migrated_sqlite, copy := tmp_path / "undisturbed.sqlite")
        yield _upgraded(f"sqlite:///{copy}")
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.create_database(request.getfixturevalue("migrated_postgres"))
    yield _upgraded(settings_for(tmp_path, DATABASE_URL=url).database_url)
    server.drop_database(url)

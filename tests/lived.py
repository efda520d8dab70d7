"""Fixtures of installations with data, to import instead of those with empty tables."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.lives import live_in
from tests.servers import Postgres, name_of
from tests.service.conftest import settings_for

__all__ = ["migrated_postgres", "migrated_sqlite"]


@pytest.fixture(scope="module")
def migrated_sqlite(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an SQLite file with data, to copy, because filling it is slow."""
    home = tmp_path_factory.mktemp("lived")
    shutil.copy(migrated_sqlite, home / "sundial.sqlite")
    live_in(settings_for(home))
    return home / "sundial.sqlite"


@pytest.fixture(scope="module")
def migrated_postgres(migrated_postgres: str, postgres: Postgres) -> str:
    """Create a PostgreSQL database with data, and return its name."""
    url = postgres.create_database(migrated_postgres)
    live_in(settings_for(Path("/nonexistent"), DATABASE_URL=url))
    return name_of(url)

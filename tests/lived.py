"""Installations in which somebody has lived, as fixtures to be imported in place of those with empty tables."""

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
    """An SQLite file with a life, to be copied: living takes long."""
    home = tmp_path_factory.mktemp("lived")
    shutil.copy(migrated_sqlite, home / "sundial.sqlite")
    live_in(settings_for(home))
    return home / "sundial.sqlite"


@pytest.fixture(scope="module")
def migrated_postgres(migrated_postgres: str, postgres: Postgres) -> str:
    """The name of a PostgreSQL database with a life."""
    url = postgres.create_database(migrated_postgres)
    live_in(settings_for(Path("/nonexistent"), DATABASE_URL=url))
    return name_of(url)

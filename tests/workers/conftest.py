"""Workers are tested on the app of the service, once on each database."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.beacon import Beacon
from tests.service.conftest import (
    app,
    clock,
    migrated_postgres,
    migrated_sqlite,
    postgres_settings,
    settings,
    sqlite_settings,
)
from tests.workers.waiting_games import offer

__all__ = ["app", "clock", "migrated_postgres", "migrated_sqlite", "postgres_settings", "settings", "sqlite_settings"]


@pytest.fixture
def beacon(app: Flask) -> Iterator[Beacon]:
    """Start a beacon, and offer it to games."""
    with Beacon() as server:
        offer(app, server.source)
        yield server

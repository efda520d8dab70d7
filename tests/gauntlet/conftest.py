"""An app on SQLite, with or without a server for browsers; the behaviour of links does not depend on the database."""

from __future__ import annotations

import pytest

from service.config import environment
from tests.browser.conftest import site
from tests.service.conftest import app, clock, migrated_sqlite, sqlite_settings

__all__ = ["app", "clock", "migrated_sqlite", "site", "sqlite_settings"]


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Return an installation with empty tables."""
    return sqlite_settings

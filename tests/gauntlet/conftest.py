"""An app on SQLite, as a browser can reach it or without a server: what links do is the same on each database."""

from __future__ import annotations

import pytest

from service.core import config
from tests.browser.conftest import site
from tests.service.conftest import app, clock, migrated_sqlite, sqlite_settings

__all__ = ["app", "clock", "migrated_sqlite", "site", "sqlite_settings"]


@pytest.fixture
def settings(sqlite_settings: config.Config) -> config.Config:
    """An installation with empty tables."""
    return sqlite_settings

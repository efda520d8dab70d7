"""An installation on SQLite with a Redis and the machine's clock, for workers in processes."""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager
from pathlib import Path

from flask import Flask

from service.app import serving
from service.config.environment import Config
from service.db.clock import system_clock
from tests.service.conftest import settings_for


def installed(migrated_sqlite: Path, home: Path, **knobs: str) -> Config:
    """Return the settings of one in that directory, with a copy of those tables."""
    shutil.copy(migrated_sqlite, home / "sundial.sqlite")
    return settings_for(home, **knobs)


def web_of(settings: Config) -> AbstractContextManager[Flask]:
    """Return the app that accepts moves and sends hints."""
    return serving(settings, system_clock)

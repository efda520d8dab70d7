"""An installation on SQLite with a Redis, by the clock of this machine: what workers need that are processes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from service import create_app
from service.core.clock import system_clock
from service.core.config import Config
from service.core.db import db
from tests.service.conftest import settings_for


def installed(migrated_sqlite: Path, home: Path, **knobs: str) -> Config:
    """What is set for one in that directory, with a copy of those tables."""
    shutil.copy(migrated_sqlite, home / "sundial.sqlite")
    return settings_for(home, **knobs)


@contextmanager
def web_of(settings: Config) -> Iterator[Flask]:
    """The part of the installation that takes moves and gives hints."""
    app = create_app(settings, system_clock)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()

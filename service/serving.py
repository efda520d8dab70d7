"""An app for a while, for what nobody asks over HTTP: commands, backups, and the tests of both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from flask import Flask

from service import create_app
from service.core import db
from service.core.clock import Clock, now
from service.core.config import Config
from service.core.patience import Role


@contextmanager
def serving(settings: Config, clock: Clock | None = None, role: Role = Role.COMMAND) -> Iterator[Flask]:
    """The app of an installation in its context, and none of its connections to the database afterwards."""
    app = create_app(settings, clock, role)
    with app.app_context():
        try:
            yield app
        finally:
            db.db.session.remove()
            db.db.engine.dispose()


def time_in(settings: Config) -> datetime:
    """What time it is by the clock that all machines of the installation share."""
    with serving(settings):
        return now()

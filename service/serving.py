"""An app for a while, for what nobody asks over HTTP: commands, backups, and the tests of both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime

from flask import Flask

from service.bare_app import create_bare_app
from service.core import db
from service.core.clock import Clock, now
from service.core.config import Config
from service.core.patience import Role


def serving(settings: Config, clock: Clock | None = None, role: Role = Role.COMMAND) -> AbstractContextManager[Flask]:
    """The app of an installation in its context, as in `in_context`."""
    return in_context(create_bare_app(settings, clock, role))


@contextmanager
def in_context(app: Flask) -> Iterator[Flask]:
    """The app in its context, and none of its connections to the database afterwards."""
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

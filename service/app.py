"""The app without pages and REST API: for workers, commands and the inbound mail server.

Commands, backups and their tests open one temporarily.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta

from flask import Flask

import service
from service.accounts import revocations
from service.beacon.source import beacon_source
from service.config.environment import Config
from service.config.timeouts import Role
from service.db import engines
from service.db.clock import Clock, now
from service.db.database_clock import clock_of
from service.embedded.home import keep_private
from service.language import catalogue
from service.play import positions
from service.sandbox import sandbox_of
from service.security import rates
from service.security.ssrf import system_resolve


def create_bare_app(settings: Config, clock: Clock | None = None, role: Role = Role.COMMAND) -> Flask:
    """Create an app without routes. The `role` of its process determines the database timeouts."""
    app = Flask(service.__name__, static_folder=None)
    install(app, settings, clock, role)
    return app


def install(app: Flask, settings: Config, clock: Clock | None, role: Role) -> None:
    """Install settings, database, clock, language, beacon and sandbox in an app, or raise BadConfiguration."""
    keep_private(settings.home)
    box = sandbox_of(settings)
    app.config.from_mapping(
        SECRET_KEY=settings.secret_key,
        SECRET_KEY_FALLBACKS=list(settings.secret_key_fallbacks),
        KEY_RING=settings.key_ring,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SETTINGS=settings,
        SANDBOX=box,
        AHEAD=box.clock.ahead if box else timedelta,
        RESOLVE=system_resolve,
        BEACON=beacon_source(settings),
    )
    catalogue.init_app(app)
    engines.init_app(app, role, settings.patience[role], settings.web_threads)
    app.config["CLOCK"] = clock or (box.clock if box else clock_of(app))
    positions.init_app(app)
    rates.init_app(app, settings.rate_limits, settings.redis_url)
    revocations.init_app(app, settings.redis_url)


def serving(settings: Config, clock: Clock | None = None, role: Role = Role.COMMAND) -> AbstractContextManager[Flask]:
    """Open an installation's app in its context, as `in_context` does."""
    return in_context(create_bare_app(settings, clock, role))


@contextmanager
def in_context(app: Flask) -> Iterator[Flask]:
    """Enter the app's context, and close its database connections afterwards."""
    with app.app_context():
        try:
            yield app
        finally:
            engines.db.session.remove()
            engines.db.engine.dispose()


def time_in(settings: Config) -> datetime:
    """Return the time by the installation's shared clock."""
    with serving(settings):
        return now()

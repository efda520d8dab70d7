"""Apps that are reused by tests, because creating one and compiling its SQL takes longer than most tests.

Each is reset after use; one that cannot be reset is discarded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Flask

from service.accounts import known_callers
from service.config.environment import Config
from service.db.clock import Clock
from service.db.engines import db
from service.embedded.home import keep_private
from service.play import positions
from service.security import rates
from service.server.app import create_app
from tests import event_shapes
from tests.templates import share_templates

__all__ = ["event_shapes"]

MOST = 6
"""Apps that are kept, those that were used last: there are tests whose settings nobody else has."""


@dataclass(frozen=True)
class Kept:
    """An app of these settings, with its initial state."""

    settings: Config
    app: Flask
    config: dict[str, Any]
    views: dict[str, Any]
    heard_and_spoken: object

    def is_as_made(self) -> bool:
        """Reset the app and its caches; return False if its listeners or languages changed."""
        self.app.config.clear()
        self.app.config.update(self.config)
        self.app.view_functions = dict(self.views)
        positions.init_app(self.app)
        rates.init_app(self.app, self.settings.rate_limits, self.settings.redis_url)
        known_callers.init_app(self.app)
        return heard_and_spoken(self.app) == self.heard_and_spoken


_idle: list[Kept] = []


@contextmanager
def borrowed(settings: Config, clock: Clock) -> Iterator[Flask]:
    """Lend an app of these settings in its context to one user at a time, like `service.app.in_context`."""
    keep_private(settings.home)
    kept = _taken(settings) or _made(settings)
    kept.app.config["CLOCK"] = clock
    with kept.app.app_context():
        try:
            yield kept.app
        finally:
            db.session.remove()
            db.engine.dispose()
    if kept.is_as_made():
        _idle.append(kept)
        del _idle[:-MOST]


def _taken(settings: Config) -> Kept | None:
    found = next((kept for kept in _idle if kept.settings == settings), None)
    if found is not None:
        _idle.remove(found)
    return found


def _made(settings: Config) -> Kept:
    app = create_app(settings)
    share_templates(app)
    return Kept(settings, app, dict(app.config), dict(app.view_functions), heard_and_spoken(app))


def heard_and_spoken(app: Flask) -> object:
    """Return the listeners of the app and its engine, and its catalogue folders."""
    with app.app_context():
        told: Any = db.engine.dispatch
    by_app = (app.before_request_funcs, app.after_request_funcs, app.teardown_request_funcs)
    by_engine = {name: list(getattr(told, name)) for name in told._event_names}
    catalogues = list(app.extensions["babel"].translation_directories)
    return [{key: list(value) for key, value in each.items()} for each in by_app], by_engine, catalogues

"""Apps that are lent to one test after the other: to make one, and to find its SQL anew, takes longer than most tests.

Each comes back as it was made, so that nobody can tell that it has served before; one that cannot is thrown away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Flask

from service.core import rates
from service.core.clock import Clock
from service.core.config import Config
from service.core.db import db
from service.edge.app import create_app
from service.embedded.home import keep_private
from service.people import known_callers
from service.play import positions
from tests import event_shapes
from tests.templates import share_templates

__all__ = ["event_shapes"]

MOST = 6
"""Apps that are kept, those that were used last: there are tests whose settings nobody else has."""


@dataclass(frozen=True)
class Kept:
    """An app of these settings, and what there was to it when it was made."""

    settings: Config
    app: Flask
    config: dict[str, Any]
    views: dict[str, Any]
    heard_and_spoken: object

    def is_as_made(self) -> bool:
        """Make the app what it was, with nothing in its caches; False where it hears or speaks what it did not then."""
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
    """An app of these settings in its context, which nobody else has meanwhile; as `service.bare_app.in_context`."""
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
    """Whom the app and its engine tell of what happens, and where its catalogues are."""
    with app.app_context():
        told: Any = db.engine.dispatch
    by_app = (app.before_request_funcs, app.after_request_funcs, app.teardown_request_funcs)
    by_engine = {name: list(getattr(told, name)) for name in told._event_names}
    catalogues = list(app.extensions["babel"].translation_directories)
    return [{key: list(value) for key, value in each.items()} for each in by_app], by_engine, catalogues

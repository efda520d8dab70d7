"""One installation served again and again: with other secret keys, or from a backup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from flask import Flask

from service import create_app
from service.core import db
from service.core.clock import Clock
from service.core.config import Config
from tests.names import anywhere
from tests.templates import share_templates


def with_keys(settings: Config, *keys: str) -> Config:
    """The installation with these secret keys, the one in use first."""
    return replace(settings, secret_key=keys[0], secret_key_fallbacks=keys[1:])


@contextmanager
def running(settings: Config, clock: Clock) -> Iterator[Flask]:
    """Its app, in its context."""
    app = create_app(settings, clock)
    share_templates(app)
    app.config["RESOLVE"] = anywhere
    with app.app_context():
        try:
            yield app
        finally:
            db.db.session.remove()
            db.db.engine.dispose()

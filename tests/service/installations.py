"""One installation served again and again: with other secret keys, or from a backup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from flask import Flask

from service.config.environment import Config
from service.db.clock import Clock
from tests.kept_apps import borrowed
from tests.names import anywhere
from tests.servers import plain


def with_keys(settings: Config, *keys: str) -> Config:
    """Return the installation with these secret keys, the current one first."""
    return replace(settings, secret_key=keys[0], secret_key_fallbacks=keys[1:])


def environment(settings: Config) -> dict[str, str]:
    """Return the environment variables of that installation."""
    return {
        "SUNDIAL_HOME": str(settings.home),
        "SECRET_KEY": settings.secret_key,
        "SECRET_KEY_FALLBACKS": " ".join(settings.secret_key_fallbacks),
        "DATABASE_URL": "" if settings.embedded else plain(settings.database_url),
    }


@contextmanager
def running(settings: Config, clock: Clock) -> Iterator[Flask]:
    """Its app, in its context."""
    with borrowed(settings, clock) as app:
        app.config["RESOLVE"] = anywhere
        yield app

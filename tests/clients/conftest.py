"""A client with a scripted server or a real Sundial."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.config import environment
from service.db.clock import now
from service.db.engines import transaction
from sundial_client import Patience, Sundial
from tests.clients.script import Script, listening
from tests.service.conftest import FakeClock, clock, migrated_sqlite, sqlite_settings
from tests.service.tables import person
from tests.site import Site, serving

__all__ = ["clock", "migrated_sqlite", "sqlite_settings"]


@pytest.fixture
def script() -> Iterator[Script]:
    """Start a server with scripted responses."""
    with listening() as script:
        yield script


@pytest.fixture
def pauses() -> list[float]:
    """Record the client's pauses in seconds; they take no time."""
    return []


@pytest.fixture
def sundial(script: Script, pauses: list[float]) -> Iterator[Sundial]:
    """Return a client of the scripted server."""
    with Sundial(script.url, "sdl_secret", Patience(seconds=30), pauses.append) as sundial:
        yield sundial


@pytest.fixture
def site(sqlite_settings: environment.Config, clock: FakeClock) -> Iterator[Site]:
    """Serve a real Sundial, without workers."""
    knobs = {"RATE_LIMITS": "off", "WEBHOOK_ALLOW": "127.0.0.1", "WEBHOOK_PORTS": "9"}
    with serving(sqlite_settings.home, clock, **knobs) as site:
        yield site


@pytest.fixture
def ann(site: Site) -> Iterator[Sundial]:
    """Return a client of Ann, with all scopes."""
    with client_of(site, "ann") as ann:
        yield ann


@pytest.fixture
def bob(site: Site) -> Iterator[Sundial]:
    """Somebody else."""
    with client_of(site, "bob") as bob:
        yield bob


def client_of(site: Site, name: str) -> Sundial:
    """Return a client with a token of that person."""
    return Sundial(site.address, token_of(name), Patience(seconds=30))


def token_of(name: str) -> str:
    """Create a token of that person with all scopes."""
    with transaction():
        return create_token(person(name), "tests", list(SCOPES), now()).secret

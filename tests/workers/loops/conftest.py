"""Two Sundials, one on each database, and the relay between them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.embedded.ports import free_port
from tests.servers import Postgres
from tests.service.conftest import FakeClock, migrated_postgres, migrated_sqlite, settings_for
from tests.sink import Sink
from tests.workers.loops.relay import Relay
from tests.workers.loops.sundial import Sundial, running
from workers.inbound.child import Reader

__all__ = ["migrated_postgres", "migrated_sqlite"]


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """Start a process that parses emails, for all Sundials."""
    started = Reader()
    yield started
    started.stop()


@pytest.fixture
def relay(sink: Sink, clock: FakeClock) -> Relay:
    """Return a relay without servers."""
    return Relay(sink, clock)


@pytest.fixture
def first(relay: Relay, reader: Reader, migrated_sqlite: Path, tmp_path: Path) -> Iterator[Sundial]:
    """Start a Sundial on SQLite."""
    home = tmp_path / "first"
    home.mkdir()
    shutil.copy(migrated_sqlite, home / "sundial.sqlite")
    yield from _served(relay, reader, home, "first.example")


@pytest.fixture
def second(
    relay: Relay, reader: Reader, postgres: Postgres, migrated_postgres: str, tmp_path: Path
) -> Iterator[Sundial]:
    """Start a Sundial on PostgreSQL."""
    url = postgres.create_database(migrated_postgres)
    yield from _served(relay, reader, tmp_path / "second", "second.example", DATABASE_URL=url)
    postgres.drop_database(url)


def _served(relay: Relay, reader: Reader, home: Path, domain: str, **knobs: str) -> Iterator[Sundial]:
    knobs |= {"MAIL_DOMAIN": domain, "SMTP_URL": relay.sink.url, "INBOUND_SMTP_PORT": str(free_port())}
    with running(settings_for(home, **knobs), relay.clock, reader) as sundial:
        relay.sundials[domain] = sundial
        yield sundial

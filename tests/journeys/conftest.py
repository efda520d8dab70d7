"""Whole Sundials: web, worker and beat as real processes, with a real database, Redis and mail server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.embedded.ports import free_port
from tests.journeys.installation import Installation
from tests.playing import started
from tests.servers import Postgres, Redis
from tests.sink import Sink


@pytest.fixture
def installation(postgres: Postgres, redis_server: Redis, sink: Sink, tmp_path: Path) -> Iterator[Installation]:
    """A Sundial on PostgreSQL that mails to the sink."""
    url = postgres.create_database()
    knobs = {"DATABASE_URL": url, "REDIS_URL": redis_server.url, "SMTP_URL": sink.url, "SECRET_KEY": "for a journey"}
    knobs["RATE_LIMITS"] = "off"  # tests ask as fast as they can
    knobs["INBOUND_SMTP_PORT"] = str(free_port())
    with started(tmp_path / "home", **knobs) as playing, ExitStack() as clients:
        playing.wait_until_ready()
        yield Installation(playing, knobs, clients)
    postgres.drop_database(url)

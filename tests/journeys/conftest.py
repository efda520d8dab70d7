"""Whole Sundials: web, worker and beat as real processes, with a real database, Redis and mail server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.installation import Installation, installed
from tests.servers import Postgres, Redis
from tests.sink import Sink


@pytest.fixture
def installation(postgres: Postgres, redis_server: Redis, sink: Sink, tmp_path: Path) -> Iterator[Installation]:
    """A Sundial on PostgreSQL that mails to the sink."""
    with installed(postgres, tmp_path / "home", REDIS_URL=redis_server.url, SMTP_URL=sink.url) as installation:
        yield installation

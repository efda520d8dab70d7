"""Complete installations: web, worker and beat as processes, with a real database, Redis and mail server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.installation import Installation, installed
from tests.playing import Playing, started
from tests.quick_drawing import python_path
from tests.servers import Postgres, Redis
from tests.sink import Sink


@pytest.fixture
def installation(
    request: pytest.FixtureRequest, postgres: Postgres, redis_server: Redis, sink: Sink, tmp_path: Path
) -> Iterator[Installation]:
    """Start a Sundial on PostgreSQL that sends emails to the sink; see `tests.quick_pictures` for its pictures."""
    knobs = {"REDIS_URL": redis_server.url, "SMTP_URL": sink.url}
    if request.node.get_closest_marker("real_pictures") is None:
        knobs["PYTHONPATH"] = python_path()
    with installed(postgres, tmp_path / "home", **knobs) as installation:
        yield installation


@pytest.fixture(scope="package")
def shared_installation(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Start a Sundial with its own Redis, shared by all journeys of bots with different names, because a start is
    slow.

    Bots get no email, so no mail server is needed.
    """
    with installed(postgres, tmp_path_factory.mktemp("shared") / "home", SMTP_URL=Sink().url) as installation:
        yield installation


@pytest.fixture(scope="package")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """One as `make play` starts it, for all journeys at which everybody has an address of their own."""
    with started(tmp_path_factory.mktemp("playing") / "home") as sundial:
        sundial.wait_until_ready()
        yield sundial

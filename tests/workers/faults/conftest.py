"""A mail server that fails by a plan."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.workers.faults.plan import Plan
from tests.workers.faults.server import FaultyServer


@pytest.fixture
def faulty_server() -> Iterator[FaultyServer]:
    """A server with a plan of its own."""
    server = FaultyServer(Plan(seed=1))
    server.start()
    yield server
    server.stop()

"""A Sundial for browsers, with a fixed clock."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.config import environment
from tests.service.conftest import FakeClock, clock, migrated_sqlite, sqlite_settings
from tests.site import Site, serving

__all__ = ["clock", "migrated_sqlite", "sqlite_settings"]


@pytest.fixture
def site(sqlite_settings: environment.Config, clock: FakeClock) -> Iterator[Site]:
    """Serve the app until the end of the test, which runs in its context."""
    with serving(sqlite_settings.home, clock) as site:
        yield site

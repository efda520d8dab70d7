"""Settings to be imported where one database is enough, because nothing is looked at that depends on it.

Whatever such a module has a database do, other tests have PostgreSQL do: a single one of its own is marked `ON_BOTH`.
"""

from __future__ import annotations

import pytest

from service.core.config import Config

__all__ = ["ON_BOTH", "chosen", "settings"]

ON_BOTH = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Config:
    """An installation with empty tables."""
    return chosen(request)


def chosen(request: pytest.FixtureRequest) -> Config:
    """What the fixture of that request is, for those that add something to it."""
    is_postgresql = getattr(request, "param", "sqlite") == "postgresql"
    found: Config = request.getfixturevalue("postgres_settings" if is_postgresql else "sqlite_settings")
    return found

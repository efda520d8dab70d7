"""Settings for modules that need only one database, because nothing in them depends on it.

Other tests cover the same statements on PostgreSQL; a single test that needs both is marked `ON_BOTH`.
"""

from __future__ import annotations

import pytest

from service.config.environment import Config

__all__ = ["ON_BOTH", "chosen", "settings"]

ON_BOTH = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Config:
    """Return an installation with empty tables."""
    return chosen(request)


def chosen(request: pytest.FixtureRequest) -> Config:
    """Return the settings that the request's fixture extends."""
    is_postgresql = getattr(request, "param", "sqlite") == "postgresql"
    found: Config = request.getfixturevalue("postgres_settings" if is_postgresql else "sqlite_settings")
    return found

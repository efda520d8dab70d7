"""Search for usable secrets in the app's data, as a thief of a backup would, on each database."""

from tests.service.conftest import (
    app,
    client,
    clock,
    migrated_postgres,
    migrated_sqlite,
    postgres_settings,
    settings,
    sqlite_settings,
)

__all__ = [
    "app",
    "client",
    "clock",
    "migrated_postgres",
    "migrated_sqlite",
    "postgres_settings",
    "settings",
    "sqlite_settings",
]

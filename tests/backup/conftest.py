"""A thief of the backup looks at what the app has written, once on each database."""

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

"""Workers are tested on the app of the service, once on each database."""

from tests.service.conftest import (
    app,
    clock,
    migrated_postgres,
    migrated_sqlite,
    postgres_settings,
    settings,
    sqlite_settings,
)

__all__ = ["app", "clock", "migrated_postgres", "migrated_sqlite", "postgres_settings", "settings", "sqlite_settings"]

"""Foreign keys of SQLite while tables are changed.

Alembic changes a column by writing its table anew and dropping the old one, and SQLite deletes what it drops row by
row, with all that foreign keys say about that. So they are off meanwhile, as SQLite's own recipe has it
(https://www.sqlite.org/lang_altertable.html#otheralter), and looked over before each commit.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from sqlalchemy import Connection

from service.schema.alone import CannotUpgrade


def switch_off(connection: Connection) -> None:
    """For a connection that is not to be used again afterwards; inside a transaction it would do nothing."""
    raw: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    raw.execute("PRAGMA foreign_keys = OFF")


def dangling(connection: Connection) -> int:
    """How many rows point at rows that are not there."""
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


@dataclass(frozen=True)
class References:
    """What dangled before; a migration may leave no more."""

    before: int

    def check(self, connection: Connection, revision: str) -> None:
        """CannotUpgrade, in time to roll the migration back."""
        if (now := dangling(connection)) > self.before:
            raise CannotUpgrade(
                f"Migration {revision} would have left {now - self.before} rows that point nowhere. Nothing of it was "
                "done, and no row is lost. Tell whoever develops Sundial."
            )

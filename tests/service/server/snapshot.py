"""A snapshot of an SQLite database, to restore while a server has it open."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


class Snapshot:
    """The content of a database when this was made."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kept = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(file)) as live:
            live.backup(self._kept)

    def restore(self) -> None:
        """Let the database hold it again."""
        with closing(sqlite3.connect(self._file)) as live:
            self._kept.backup(live)

    def changed(self) -> set[str]:
        """Return the tables that changed, but for the signs of life that a server writes by itself."""
        with closing(sqlite3.connect(self._file)) as live:
            tables = set(_tables(live)) - {"program_sign"}
            return {name for name in tables if _rows(live, name) != _rows(self._kept, name)}


def _tables(database: sqlite3.Connection) -> list[str]:
    return [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _rows(database: sqlite3.Connection, table: str) -> list[object]:
    return database.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608  # a name that the database gave

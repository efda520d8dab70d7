"""The statements of SQL that are executed, for tests of how many they are and how the database goes about them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection

from service.db.engines import db
from tests.service.stages.trouble import listening

Statement = tuple[str, Any]
"""Its text and its values."""


@contextmanager
def executed() -> Iterator[list[Statement]]:
    """Collect executed statements, without the begin and end of transactions."""
    statements: list[Statement] = []

    def note(_connection: Connection, _cursor: object, statement: str, values: Any, *_: object) -> None:
        if not statement.startswith(("BEGIN", "SET LOCAL", "PRAGMA", "SAVEPOINT", "RELEASE", "ROLLBACK")):
            statements.append((statement, values))

    with listening(db.engine, "before_cursor_execute", note):
        yield statements

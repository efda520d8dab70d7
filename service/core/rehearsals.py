"""Transactions that work out what they write before it is their turn to write (optimistic locking), for SQLite.

In its file one writes at a time, and all others wait for whatever is done in somebody's turn. So a rehearsal reads what
there is without a turn. With the first statement that writes it takes its turn, and looks whether it would read the
same now: if a single value is another, the rehearsal is off, and nothing of it has been. What is written is therefore
what would have been written if the turn had begun before anything was read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from sqlalchemy import Connection

from service.core.prepared_writes import Values, driver_of

READING = "SELECT"
"""How a statement begins that changes nothing for certain."""
CHANGES = "PRAGMA data_version"
"""A number that is another once somebody else has changed the file; it is looked up in memory."""

Row: TypeAlias = tuple[object, ...]


class Overtaken(Exception):
    """What a rehearsal has read was changed before its turn."""


class Rehearsal:
    """What a transaction has read; `turn` waits for its turn to write, and says how long to wait for SQLite's lock."""

    def __init__(self, turn: Callable[[], int | None]) -> None:
        self._turn = turn
        self._found: list[tuple[str, Values, Sequence[Row]]] = []
        self.is_over = False
        """Whether the turn was taken, or could not be had."""

    def begin(self, connection: Connection, write: Callable[[int | None], None]) -> None:
        """From now on what is read is noted, and what writes takes the turn, in which `write` begins to."""
        self._connection, self._write, self._driver = connection, write, driver_of(connection)
        connection.exec_driver_sql("BEGIN")
        self._state = self._changes()
        self._driver.rehearsal = self

    def note(self, statement: str, values: Values, rows: Sequence[Row]) -> None:
        """Remember what was found, to look whether it still is."""
        self._found.append((statement, values, rows))

    def take_turn(self) -> None:
        """Write from now on, or Overtaken."""
        self._driver.rehearsal, self.is_over = None, True
        self._driver.execute("ROLLBACK")  # who waits holds on to no state of the file, which could not be tidied up
        self._write(self._turn())
        if self._changes() != self._state and not all(self._is_so(*each) for each in self._found):
            raise Overtaken

    def _changes(self) -> Row:
        found: Row = self._driver.execute(CHANGES).fetchone()
        return found

    def _is_so(self, statement: str, values: Values, rows: Sequence[Row]) -> bool:
        """Whether the same is found as before; who listens to statements hears of it."""
        cursor = self._driver.cursor()
        told = self._connection, cursor, statement, values, None, False
        self._connection.dispatch.before_cursor_execute(*told)
        found: list[Row] = cursor.execute(statement, values).fetchall()
        self._connection.dispatch.after_cursor_execute(*told)
        return found == rows


class RehearsedConnection(sqlite3.Connection):
    """A connection by which something may be rehearsed."""

    rehearsal: Rehearsal | None = None

    def cursor(self) -> sqlite3.Cursor:  # type: ignore[override]  # nobody wants one of another kind
        """One that the rehearsal learns by what is read, while there is one."""
        return super().cursor() if self.rehearsal is None else _NotingCursor(self, self.rehearsal)


class _NotingCursor(sqlite3.Cursor):
    """Reads at once whatever it finds, and tells the rehearsal, until that is over."""

    def __init__(self, connection: RehearsedConnection, rehearsal: Rehearsal) -> None:
        super().__init__(connection)
        self._rehearsal = rehearsal
        self._rows: Iterator[Row] | None = None
        """What was found and nobody has fetched yet; None where the driver has it."""

    def execute(self, statement: str, values: Values = ()) -> _NotingCursor:
        is_noted = not self._rehearsal.is_over and statement.startswith(READING)
        if not is_noted:
            self._write()
        super().execute(statement, values)
        if is_noted:
            found = super().fetchall()
            self._rehearsal.note(statement, values, found)
            self._rows = iter(found)
        return self

    def executemany(self, statement: str, values: Iterable[Values]) -> _NotingCursor:
        self._write()
        super().executemany(statement, values)
        return self

    def fetchone(self) -> Row | None:
        found: Row | None = super().fetchone() if self._rows is None else next(self._rows, None)
        return found

    def fetchmany(self, size: int | None = None) -> list[Row]:
        wanted = size or self.arraysize
        return super().fetchmany(wanted) if self._rows is None else list(islice(self._rows, wanted))

    def fetchall(self) -> list[Row]:
        return super().fetchall() if self._rows is None else list(self._rows)

    def _write(self) -> None:
        self._rows = None
        if not self._rehearsal.is_over:
            self._rehearsal.take_turn()


def take_turn(connection: Connection) -> None:
    """Write from now on, if that was rehearsed so far; or Overtaken."""
    rehearsal: Rehearsal | None = getattr(driver_of(connection), "rehearsal", None)  # PostgreSQL's driver has none
    if rehearsal is not None:
        rehearsal.take_turn()


def end_rehearsal(connection: RehearsedConnection | None, _record: object) -> None:
    """Leave a connection that is given back as any other."""
    if connection is not None:
        connection.rehearsal = None

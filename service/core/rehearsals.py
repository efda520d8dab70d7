"""Transactions that work out what they write before it is their turn to write (optimistic locking), for SQLite.

In its file one writes at a time, and all others wait for whatever is done in somebody's turn. So a rehearsal reads what
there is without a turn. With the first statement that writes it takes its turn, and looks whether it would read the
same now: if a single value is another, the rehearsal is off, and nothing of it has been. What is written is therefore
what would have been written if the turn had begun before anything was read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from service.core.prepared_writes import Values, Write, driver_of, execute
from service.core.write_queue import InLine, WriteQueue

READING = "SELECT"
"""How a statement begins that changes nothing for certain."""
CHANGES = "PRAGMA data_version"
"""A number that is another once somebody else has changed the file; it is looked up in memory."""

Row: TypeAlias = tuple[object, ...]


class Overtaken(Exception):
    """What a rehearsal has read was changed before its turn."""


@dataclass
class Work:
    """What was rehearsed: what it has found, and what it writes at its end."""

    found: list[tuple[str, Values, Sequence[Row]]] = field(default_factory=list)
    writes: Sequence[Write] = ()
    is_done: bool = False
    """Whether it was committed by whoever wrote before."""

    def is_still_so(self, connection: Connection) -> bool:
        """Whether the same would be found now; who listens to statements hears of it."""
        return all(execute(connection, statement, values) == rows for statement, values, rows in self.found)

    def write(self, connection: Connection) -> None:
        """Write what it writes."""
        for statement, rows in self.writes:
            statement.run(connection, rows)

    def write_beside(self, connection: Connection) -> bool:
        """The same in somebody else's turn, who loses nothing if it fails; whether it was written."""
        driver = driver_of(connection)
        driver.execute("SAVEPOINT beside")
        try:
            if self.is_still_so(connection):
                self.write(connection)
                driver.execute("RELEASE beside")
                return True
        except DBAPIError:
            if not driver.in_transaction:
                raise  # SQLite has undone all of it
        driver.execute("ROLLBACK TO beside")
        driver.execute("RELEASE beside")
        return False


class Rehearsal:
    """A transaction that reads without a turn to write; `take` waits for the turn, and for the seconds left for locks.

    Who else of this process waits with work that was rehearsed has it written and committed in the same turn.
    """

    def __init__(self, queue: WriteQueue, take: Callable[[InLine], int | None]) -> None:
        self._queue, self._take = queue, take
        self._work, self._beside = Work(), list[InLine]()
        self.is_over = False
        """Whether the turn was taken, or could not be had."""
        self.left: int | None = None
        """The seconds left for SQLite's lock, while it is this transaction's turn."""

    def begin(self, connection: Connection, write: Callable[[int | None], None]) -> None:
        """From now on what is read is noted, and what writes takes the turn, in which `write` begins to."""
        self._connection, self._write, self._driver = connection, write, driver_of(connection)
        connection.exec_driver_sql("BEGIN")
        self._state = self._changes()
        self._driver.rehearsal = self

    def note(self, statement: str, values: Values, rows: Sequence[Row]) -> None:
        """Remember what was found, to look whether it still is."""
        self._work.found.append((statement, values, rows))

    def take_turn(self) -> None:
        """Write from now on, or Overtaken."""
        self._write_in_turn(InLine())

    def finish(self, writes: Sequence[Write]) -> None:
        """Write this, and nothing after it; or Overtaken."""
        self._work.writes = writes
        call = InLine(self._work)
        self._write_in_turn(call)
        if call.is_taken:
            return
        self._work.write(self._connection)
        for other in self._queue.work():
            self._beside.append(other)
            other.work.is_done = other.work.write_beside(self._connection)

    def settle(self, failure: type[BaseException] | None, *_: object) -> None:
        """Call those whose work was written beside: what is not committed they do again."""
        for other in self._beside:
            other.work.is_done &= failure is None
            other.call()
        self._beside = []

    def _write_in_turn(self, call: InLine) -> None:
        self._driver.rehearsal, self.is_over = None, True
        self._driver.execute("ROLLBACK")  # who waits holds on to no state of the file, which could not be tidied up
        self.left = self._take(call)
        if call.is_taken:
            is_good = self._work.is_done
        else:
            self._write(self.left)
            is_good = self._changes() == self._state or self._work.is_still_so(self._connection)
        if not is_good:
            raise Overtaken

    def _changes(self) -> Row:
        found: Row = self._driver.execute(CHANGES).fetchone()
        return found


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


def end_rehearsal(connection: RehearsedConnection | None, _record: object) -> None:
    """Leave a connection that is given back as any other."""
    if connection is not None:
        connection.rehearsal = None

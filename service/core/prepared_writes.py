"""Statements that write, run past SQLAlchemy: it makes each of them ready anew, which takes longer than SQLite does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from sqlalchemy import BindParameter, Connection, Dialect, Insert, Update
from sqlalchemy.sql.compiler import SQLCompiler

Given: TypeAlias = Mapping[str, Any]
"""Values of ours, by name."""
Values: TypeAlias = Any
"""Those of a statement, as a driver takes them."""
Driver: TypeAlias = Any
"""What a driver has for a connection."""


class PreparedWrite:
    """An INSERT or UPDATE that takes values by their names; `columns` are those that are set to what is given."""

    def __init__(self, statement: Insert | Update, columns: Sequence[str] | None = None) -> None:
        self._statement, self._columns = statement, columns
        self._by_dialect: dict[str, CompiledWrite] = {}

    def on(self, dialect: Dialect) -> CompiledWrite:
        """The same in the words of a database."""
        found = self._by_dialect.get(dialect.name)
        if found is None:
            compiled = self._statement.compile(dialect=dialect, column_keys=self._columns)
            found = self._by_dialect[dialect.name] = CompiledWrite(compiled, dialect)
        return found


class Binding:
    """What a statement takes by names, as a driver takes it: values that are given, and those that stand in it."""

    def __init__(self, compiled: SQLCompiler, dialect: Dialect) -> None:
        self._is_named = not compiled.positional
        self._names = list(compiled.bind_names.values() if self._is_named else compiled.positiontup or ())
        self._places = [_Parameter.of(name, compiled.binds[name], dialect) for name in self._names]

    def bound(self, values: Given) -> Values:
        """The values as the driver takes them."""
        row = [
            constant if not is_given else values[name] if process is None else process(values[name])
            for name, is_given, constant, process in self._places
        ]
        return dict(zip(self._names, row, strict=True)) if self._is_named else row


class CompiledWrite(Binding):
    """See above. Who listens to statements hears of it, and what goes wrong is told as SQLAlchemy tells it."""

    def __init__(self, compiled: SQLCompiler, dialect: Dialect) -> None:
        super().__init__(compiled, dialect)
        self._sql = str(compiled)

    def run(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Execute it for each of the rows."""
        if len(rows) == 1:
            execute(connection, self._sql, rows[0])
        else:
            execute(connection, self._sql, rows, many=True)


class _Parameter(NamedTuple):
    """A parameter of a statement: what comes there, or the name under which it is given."""

    name: str
    is_given: bool
    constant: object
    process: Callable[[Any], object] | None

    @classmethod
    def of(cls, name: str, parameter: BindParameter[Any], dialect: Dialect) -> _Parameter:
        """The one of that name in the words of a database."""
        process = parameter.type.dialect_impl(dialect).bind_processor(dialect)
        if parameter.required:
            return cls(name, is_given=True, constant=None, process=process)
        constant = parameter.value if process is None else process(parameter.value)
        return cls(name, is_given=False, constant=constant, process=None)


Write: TypeAlias = tuple[CompiledWrite, Sequence[Values]]
"""A statement, and the rows that it is executed for."""


class Rehearsed(Protocol):
    """What a connection keeps while it is not its transaction's turn to write (see `service.core.rehearsals`)."""

    def take_turn(self) -> None:
        """Write from now on."""

    def finish(self, writes: Sequence[Write]) -> None:
        """Write this, and nothing after it."""


def write_all(connection: Connection, writes: Sequence[Write], *, last: bool) -> None:
    """Execute all of it in the transaction's turn, which is taken if it was not; `last` if it then ends."""
    rehearsal: Rehearsed | None = getattr(driver_of(connection), "rehearsal", None)  # PostgreSQL's driver has none
    if rehearsal is not None and last:
        rehearsal.finish(writes)
        return
    if rehearsal is not None:
        rehearsal.take_turn()
    for statement, rows in writes:
        statement.run(connection, rows)


def execute(connection: Connection, sql: str, values: Values, *, many: bool = False) -> list[Any]:
    """Execute a statement of the driver's words, and say what it finds, if it looks for anything."""
    cursor = driver_of(connection).cursor()
    told, listeners = (connection, cursor, sql, values, None, many), connection.engine.dispatch
    if listeners.before_cursor_execute:
        listeners.before_cursor_execute(*told)
    try:
        (cursor.executemany if many else getattr(cursor, "execute_kept", cursor.execute))(sql, values)
        found: list[Any] = cursor.fetchall() if cursor.description else []
    except connection.dialect.loaded_dbapi.Error as error:
        # What SQLAlchemy itself calls: nothing else tells those who listen, and whether the connection is lost.
        connection._handle_dbapi_exception(error, sql, values, cursor, None)  # noqa: SLF001
    if listeners.after_cursor_execute:
        listeners.after_cursor_execute(*told)
    cursor.close()
    return found


def driver_of(connection: Connection) -> Driver:
    """The driver's own connection."""
    return connection.connection.driver_connection

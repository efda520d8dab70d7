"""Statements that programs have us run again and again, read past SQLAlchemy: its results take longer than they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Select

from service.core.batched_session import reads

Row = Sequence[Any]


class PreparedSelect:
    """A SELECT that needs nothing of the session, and leaves nothing to be ended there; it takes texts and numbers.

    Who listens to statements hears of it. What goes wrong is tried once more by SQLAlchemy, which knows how to tell it.
    """

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self._by_dialect: dict[str, _Compiled] = {}

    def rows(self, values: Mapping[str, str | int]) -> Sequence[Row]:
        """What it finds, with values as SQLAlchemy would hand them out."""
        engine = reads()
        compiled = self._by_dialect.get(engine.dialect.name)
        if compiled is None:
            compiled = self._by_dialect[engine.dialect.name] = _Compiled(self._statement, engine.dialect)
        with engine.connect() as connection:
            try:
                return compiled.rows(connection, values)
            except engine.dialect.loaded_dbapi.Error:
                return connection.execute(self._statement, values).all()


class _Compiled:
    """The statement in the words of a database, and what makes of a column's values those that we know."""

    def __init__(self, statement: Select[Any], dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        self._sql = str(compiled)
        self._places: Sequence[str] | None = compiled.positiontup if compiled.positional else None
        types = (column.type.dialect_impl(dialect) for column in statement.selected_columns)
        made = ((place, each.result_processor(dialect, None)) for place, each in enumerate(types))
        self._made = [(place, process) for place, process in made if process is not None]

    def rows(self, connection: Connection, values: Mapping[str, str | int]) -> Sequence[Row]:
        """What the driver finds, without SQLAlchemy; an error of the driver's own."""
        given = values if self._places is None else [values[name] for name in self._places]
        driver: Any = connection.connection.driver_connection
        cursor = driver.cursor()
        told = connection, cursor, self._sql, given, None, False
        connection.dispatch.before_cursor_execute(*told)
        found = cursor.execute(self._sql, given).fetchall()
        connection.dispatch.after_cursor_execute(*told)
        return [self._read(row) for row in found]

    def _read(self, row: Row) -> Row:
        read = list(row)
        for place, process in self._made:
            read[place] = process(read[place])
        return read

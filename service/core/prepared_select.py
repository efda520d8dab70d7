"""Statements that programs have us run again and again, read past SQLAlchemy: its results take longer than they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Select

from service.core.batched_session import reads
from service.core.prepared_writes import Binding, Given, execute

Row = Sequence[Any]


class PreparedSelect:
    """A SELECT that needs nothing of the session, and leaves nothing to be ended there.

    Who listens to statements hears of it, and what goes wrong is told as SQLAlchemy tells it.
    """

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        self._statement = statement
        self._by_dialect: dict[str, _Compiled] = {}

    def rows(self, values: Given) -> Sequence[Row]:
        """What it finds, with values as SQLAlchemy would hand them out."""
        return self.read(self.found(values))

    def found(self, values: Given) -> list[Row]:
        """What it finds, as the driver says it."""
        engine = reads()
        compiled = self._compiled(engine.dialect)
        with engine.connect() as connection:
            return compiled.found(connection, values)

    def read(self, found: Sequence[Row]) -> Sequence[Row]:
        """What was found, with values as SQLAlchemy would hand them out."""
        return [self._compiled(reads().dialect).read(row) for row in found]

    def _compiled(self, dialect: Dialect) -> _Compiled:
        compiled = self._by_dialect.get(dialect.name)
        if compiled is None:
            compiled = self._by_dialect[dialect.name] = _Compiled(self._statement, dialect)
        return compiled


class CompiledSelect(Binding):
    """A statement in the words of a database."""

    def __init__(self, statement: Select[Any], dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        super().__init__(compiled, dialect)
        self._sql = str(compiled)

    def found(self, connection: Connection, values: Given) -> list[Row]:
        """What the driver finds."""
        return execute(connection, self._sql, self.bound(values))


class _Compiled(CompiledSelect):
    """One with what makes of a column's values those that we know."""

    def __init__(self, statement: Select[Any], dialect: Dialect) -> None:
        super().__init__(statement, dialect)
        types = (column.type.dialect_impl(dialect) for column in statement.selected_columns)
        made = ((place, each.result_processor(dialect, None)) for place, each in enumerate(types))
        self._made = [(place, process) for place, process in made if process is not None]

    def read(self, row: Row) -> Row:
        """A row that was found, with those values."""
        read = list(row)
        for place, process in self._made:
            read[place] = process(read[place])
        return read

"""Statements that go together: rows that are added, rows that are changed, and whatever else takes values.

PostgreSQL takes all of them in one, rows as JSON, so that it is the same statement for any number of them. To SQLite
nothing has to travel: there each goes by itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import (
    Column,
    ColumnClause,
    Connection,
    Insert,
    Table,
    TableValuedAlias,
    Text,
    Update,
    bindparam,
    cast,
    column,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB

from service.core.model import ColumnValue

Values: TypeAlias = Mapping[str, ColumnValue]
ROW = "row"
"""What stands for the row beside the columns that are changed of it."""


@dataclass(frozen=True)
class NewRows:
    """That rows with those columns are added to a table."""

    table: Table
    columns: tuple[str, ...]

    def each(self) -> Insert:
        """The statement for one row."""
        return insert(self.table)

    def together(self, name: str) -> Insert:
        """The statement for all rows in the JSON of that name."""
        given = _given(self.table, [column(each, self.table.c[each].type) for each in self.columns], name)
        return insert(self.table).from_select(self.columns, select(*given.c), include_defaults=False)


@dataclass(frozen=True)
class Changes:
    """That rows of a table get other values in those columns; the number or name of each is given as `ROW`."""

    table: Table
    columns: tuple[str, ...]

    def each(self) -> Update:
        """The statement for one row."""
        return update(self.table).where(self._key == bindparam(ROW))

    def together(self, name: str) -> Update:
        """The statement for all rows in the JSON of that name."""
        columns = [column(ROW, self._key.type), *(column(each, self.table.c[each].type) for each in self.columns)]
        given = _given(self.table, columns, name)
        changed = update(self.table).where(self._key == given.c[ROW])
        return changed.values({each: given.c[each] for each in self.columns})

    @property
    def _key(self) -> Column[Any]:
        (key,) = self.table.primary_key.columns
        return key


Written: TypeAlias = NewRows | Changes


class Batch:
    """Statements with their values, and after them rows; values of statements have names of their own."""

    def __init__(self, others: Mapping[Update, Values]) -> None:
        self._others = others
        self._rows: dict[Written, list[Values]] = {}

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self._rows or self._others)

    def add(self, what: Written, values: Values) -> None:
        """One more row."""
        self._rows.setdefault(what, []).append(values)

    def write(self, connection: Connection) -> None:
        """Execute all of it."""
        if connection.dialect.name == "sqlite":
            self._write_one_by_one(connection)
        else:
            rows = enumerate(self._rows.values())
            named: dict[str, ColumnValue] = {_name(place): json.dumps(each, default=_text) for place, each in rows}
            for values in self._others.values():
                named |= values
            connection.execute(_in_one(tuple(self._others), tuple(self._rows)), named)

    def _write_one_by_one(self, connection: Connection) -> None:
        for statement, values in self._others.items():
            connection.execute(statement, values)
        for what, rows in self._rows.items():
            connection.execute(_each(what), rows)


@cache
def _each(what: Written) -> Insert | Update:
    """Made once: to find its SQL anew takes longer than to run it. So with the next."""
    return what.each()


@cache
def _in_one(others: Sequence[Update], rows: Sequence[Written]) -> Insert | Update:
    statements = [*others, *(what.together(_name(place)) for place, what in enumerate(rows))]
    last = statements.pop()
    return last.add_cte(*(each.cte(f"part_{number}") for number, each in enumerate(statements)))


def _name(place: int) -> str:
    return f"rows_{place}"


def _given(table: Table, columns: Sequence[ColumnClause[Any]], name: str) -> TableValuedAlias:
    """The rows of a JSON text."""
    rows = func.jsonb_to_recordset(cast(bindparam(name, type_=Text), JSONB))
    return rows.table_valued(*columns).render_derived(f"given_{table.name}", with_types=True)


def _text(value: bytes | datetime) -> str:
    """What JSON does not know, as PostgreSQL reads it."""
    return value.isoformat() if isinstance(value, datetime) else f"\\x{value.hex()}"

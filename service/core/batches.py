"""Statements that go together: rows that are added, rows that are changed, and whatever else takes values.

PostgreSQL takes all of them in one, rows as JSON, so that it is the same statement for any number of them. To SQLite
nothing has to travel: there each goes by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import (
    Column,
    ColumnClause,
    Connection,
    Dialect,
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
from service.core.prepared_writes import Given, PreparedWrite, Write, write_all

ROW = "row"
"""What stands for the row beside the columns that are changed of it."""


@dataclass(frozen=True, eq=False)
class NewRows:
    """That rows with those columns are added to a table."""

    table: Table
    columns: tuple[str, ...]

    @property
    def given(self) -> Sequence[str]:
        """What is given of each row."""
        return self.columns

    def each(self) -> Insert:
        """The statement for one row."""
        return insert(self.table)

    def together(self, name: str) -> Insert:
        """The statement for all rows in the JSON of that name."""
        given = _given(self.table, [column(each, self.table.c[each].type) for each in self.columns], name)
        return insert(self.table).from_select(self.columns, select(*given.c), include_defaults=False)


@dataclass(frozen=True, eq=False)
class Changes:
    """That rows of a table get other values in those columns; the number or name of each is given as `ROW`."""

    table: Table
    columns: tuple[str, ...]

    @property
    def given(self) -> Sequence[str]:
        """What is given of each row."""
        return ROW, *self.columns

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

    def __init__(self, others: Mapping[Update, Given]) -> None:
        self._others = others
        self._rows: dict[Written, list[Given]] = {}

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self._rows or self._others)

    def add(self, what: Written, values: Given) -> None:
        """One more row."""
        self._rows.setdefault(what, []).append(values)

    def write(self, connection: Connection, *, last: bool) -> None:
        """Execute all of it; `last` if the transaction then ends.

        All is made ready before, so that others may write until then where one at a time does.
        """
        write_all(connection, list(self._ready(connection.dialect)), last=last)

    def _ready(self, dialect: Dialect) -> Iterator[Write]:
        if dialect.name != "sqlite":
            whole = _in_one(tuple(self._others), tuple(self._rows)).on(dialect)
            yield whole, [whole.bound(self._named())]
            return
        for statement, values in self._others.items():
            other = _other(statement).on(dialect)
            yield other, [other.bound(values)]
        for what, rows in self._rows.items():
            each = _each(what).on(dialect)
            yield each, [each.bound(row) for row in rows]

    def _named(self) -> Given:
        """The values of statements, and rows as JSON."""
        rows = enumerate(self._rows.values())
        named: dict[str, ColumnValue] = {_name(place): _encoder.encode(each) for place, each in rows}
        for values in self._others.values():
            named |= values
        return named


@cache
def _other(statement: Update) -> PreparedWrite:
    """Made once: to find its SQL anew takes longer than to run it. So with the next two."""
    return PreparedWrite(statement)


@cache
def _each(what: Written) -> PreparedWrite:
    return PreparedWrite(what.each(), what.given)


@cache
def _in_one(others: Sequence[Update], rows: Sequence[Written]) -> PreparedWrite:
    statements = [*others, *(what.together(_name(place)) for place, what in enumerate(rows))]
    last = statements.pop()
    return PreparedWrite(last.add_cte(*(each.cte(f"part_{number}") for number, each in enumerate(statements))))


def _name(place: int) -> str:
    return f"rows_{place}"


def _given(table: Table, columns: Sequence[ColumnClause[Any]], name: str) -> TableValuedAlias:
    """The rows of a JSON text."""
    rows = func.jsonb_to_recordset(cast(bindparam(name, type_=Text), JSONB))
    return rows.table_valued(*columns).render_derived(f"given_{table.name}", with_types=True)


def _text(value: bytes | datetime) -> str:
    """What JSON does not know, as PostgreSQL reads it."""
    return value.isoformat() if isinstance(value, datetime) else f"\\x{value.hex()}"


_encoder = json.JSONEncoder(default=_text, check_circular=False)

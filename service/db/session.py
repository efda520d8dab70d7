"""A SQLAlchemy session that writes the rows of a move in one Core statement.

The unit of work took half the time of a move: it sorts tables and updates the state of each object. So plain inserts,
and changed columns of locked rows, are batched and written before any read and at the end. The unit of work handles all
other changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast

from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import (
    Column,
    ColumnClause,
    Connection,
    Engine,
    Insert,
    Select,
    Table,
    TableValuedAlias,
    Text,
    Update,
    bindparam,
    column,
    event,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import SessionTransaction, make_transient, make_transient_to_detached
from sqlalchemy.orm.util import identity_key

from service.db.model import ColumnValue, Model

M = TypeVar("M", bound=Model)
Values: TypeAlias = Mapping[str, Any]
KEY = "key_of_row"
"""The bind name of the primary key, beside the changed columns."""
UNKNOWN = object()
"""The value of a column that was not read."""


class BatchedSession(FlaskSession):
    """The batching session. `transaction` of `service.db.engines` begins and commits it."""

    def __init__(self, db: SQLAlchemy, **options: object) -> None:
        super().__init__(db, **options)
        self._database = db
        self._added: list[Model] = []
        self._statements: dict[Update, Values] = {}
        self._locked: dict[Model, Values] = {}
        self._kept: list[Model] = []

    def get_bind(self, *_: object, **_named: object) -> Engine:
        """Return the engine for writing within `transaction`, otherwise the one for reading."""
        return self._database.engine if self.info.get("writing") else reads()

    def write(self, rows: Iterable[Model]) -> None:
        """Queue new rows for a batched insert, in order. They do not enter the identity map."""
        given = list(rows)  # evaluated first: producing the rows may read, which flushes what is queued
        self._added.extend(given)

    def also(self, statement: Update, values: Values) -> None:
        """Queue an UPDATE to run before the new rows; loaded objects do not see it."""
        if self._statements:
            self.flush()  # bind names of two statements may collide
        self._statements[statement] = values

    def hold(self, rows: Iterable[Model]) -> None:
        """Batch the changes of rows that this transaction has locked."""
        self._locked.update({row: dict(vars(row)) for row in rows})

    def known(self, model: type[M], number: int) -> M:
        """Return a reference to an existing row, loaded on first access of another column.

        Like all loaded rows, it is dropped when nobody references it.
        """
        found: M | None = self.identity_map.get(identity_key(model, number))
        if found is None:
            found = model(id=number)
            make_transient_to_detached(found)
            self.add(found)
        return found

    def at_hand(self, model: type[M], key: str | int) -> M | None:
        """Return the row with that key if this transaction has loaded it."""
        found: M | None = self.identity_map.get(identity_key(model, key))
        return found if found is not None and not inspect(found).expired else None

    def keep(self, row: Model) -> None:
        """Keep a reference to a row until the transaction ends, so that it stays in the identity map."""
        self._kept.append(row)

    def let_go(self) -> None:
        """Release all locked and kept rows, and discard queued writes."""
        self._locked, self._kept = {}, []
        self.drop()

    def drop(self) -> None:
        """Discard queued writes."""
        self._added, self._statements = [], {}

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        """Flush as in SQLAlchemy, and write the batch."""
        changes: Sequence[Row] = ()
        if self._are_locked(self.dirty) and not (self.new or self.deleted or self.in_nested_transaction()):
            changes = self._changes()
        else:
            super().flush(objects)
            self.hold(list(self._locked))
        if self._added or self._statements or changes:
            write_together(self.connection(), self._statements, [*changes, *map(_new, self._added)])
            self.drop()

    def _are_locked(self, rows: Iterable[Model]) -> bool:
        """Check whether columns of locked rows are the only changes."""
        return all(row in self._locked and inspect(row).unmodified >= _relationships(type(row)) for row in rows)

    def _changes(self) -> Sequence[Row]:
        """Collect the changed columns of locked rows, and mark the rows as clean."""
        found: list[Row] = []
        for row, before in self._locked.items():
            now = vars(row)
            names = {name for name in _columns(type(row)) if name in now and now[name] != before.get(name, UNKNOWN)}
            if names:
                written = sorted(names if names.isdisjoint(row.set_together) else names | row.set_together)
                (key,) = inspect(row).identity or ()
                values = {name: getattr(row, name) for name in written}
                found.append((_change(type(row), tuple(written)), {KEY: key, **values}))
        self.hold(list(self._locked))
        for row in self.dirty:
            make_transient(row)  # transient, then persistent again: SQLAlchemy has nothing left to write
            make_transient_to_detached(row)
            self.add(row)
        return found


def reads() -> Engine:
    """Return the current app's engine for reading."""
    found: Engine = current_app.extensions["reads"]
    return found


def look_up(statement: Select[*tuple[Any, ...]], values: Values) -> Sequence[Any]:
    """Run a statement outside the session and return its rows; no transaction is left open."""
    with reads().connect() as connection:
        return connection.execute(statement, values).all()


@event.listens_for(BatchedSession, "before_commit")
def _write(session: BatchedSession) -> None:
    session.flush()  # SQLAlchemy flushes only changes that it knows of


@event.listens_for(BatchedSession, "after_commit")
def _leave(session: BatchedSession) -> None:
    """Release the write lock after a commit: the rest of the work needs no database."""
    leave: Callable[[], None] | None = session.info.get("leave")
    if leave is not None and not session.in_nested_transaction():
        leave()


@event.listens_for(BatchedSession, "after_soft_rollback")
def _forget(session: BatchedSession, _undone: SessionTransaction) -> None:
    """Discard queued writes and locks after a rollback, also of a savepoint."""
    session.let_go()


@dataclass(frozen=True, eq=False)
class Added:
    """An insert of rows into a table, with all columns except a generated number."""

    table: Table
    columns: tuple[str, ...]

    def each(self) -> Insert:
        """Build the INSERT of one row."""
        return insert(self.table)

    def together(self, name: str) -> Insert:
        """Build the INSERT of all rows in the JSON parameter `name`."""
        given = _given(self.table, self.columns, name)
        return insert(self.table).from_select(self.columns, select(*given.c), include_defaults=False)


@dataclass(frozen=True, eq=False)
class Changed:
    """An update of some columns of rows; each row's primary key is given as KEY."""

    table: Table
    columns: tuple[str, ...]

    def each(self) -> Update:
        """Build the UPDATE of one row, which sets the columns that have values."""
        return update(self.table).where(self._key == bindparam(KEY))

    def together(self, name: str) -> Update:
        """Build the UPDATE of all rows in the JSON parameter `name`."""
        given = _given(self.table, self.columns, name, column(KEY, self._key.type))
        changed = update(self.table).where(self._key == given.c[KEY])
        return changed.values({each: given.c[each] for each in self.columns})

    @property
    def _key(self) -> Column[Any]:
        (key,) = self.table.primary_key.columns
        return key


Row: TypeAlias = tuple[Added | Changed, Values]


def write_together(connection: Connection, statements: Mapping[Update, Values], rows: Sequence[Row]) -> None:
    """Execute the statements, then write the rows, grouped by table in order.

    PostgreSQL gets one statement with the rows as JSON, so its text does not depend on their number. SQLite has no
    round trips, so each statement runs alone.
    """
    by_kind: dict[Added | Changed, list[Values]] = {}
    for kind, values in rows:
        by_kind.setdefault(kind, []).append(values)
    if connection.dialect.name == "sqlite":
        for statement, values in statements.items():
            connection.execute(statement, dict(values))
        for kind, each in by_kind.items():
            connection.execute(_each(kind), each)
        return
    given: dict[str, Any] = {f"rows_{place}": _encode(each) for place, each in enumerate(by_kind.values())}
    for values in statements.values():
        given |= values
    connection.execute(_in_one(tuple(statements), tuple(by_kind)), given)


@cache
def _each(kind: Added | Changed) -> Insert | Update:
    return kind.each()


@cache
def _in_one(statements: Sequence[Update], kinds: Sequence[Added | Changed]) -> Insert | Update:
    each: list[Insert | Update] = [*statements, *(kind.together(f"rows_{at}") for at, kind in enumerate(kinds))]
    *first, last = each
    return last.add_cte(*(part.cte(f"part_{number}") for number, part in enumerate(first)))


def _given(table: Table, names: Sequence[str], name: str, *more: ColumnClause[Any]) -> TableValuedAlias:
    """Build the FROM clause for the rows of a JSON parameter."""
    columns = [*more, *(column(each, table.c[each].type) for each in names)]
    rows = func.jsonb_to_recordset(sql_cast(bindparam(name, type_=Text), JSONB))
    return rows.table_valued(*columns).render_derived(f"given_{table.name}", with_types=True)


def _new(row: Model) -> Row:
    added, columns = _added(type(row))
    given = vars(row)
    return added, {name: given[name] if name in given else _default(each) for name, each in columns.items()}


@cache
def _added(model: type[Model]) -> tuple[Added, Mapping[str, Column[Any]]]:
    """Return one Added for each model, so that its rows are written together, and its columns."""
    columns = _columns(model)
    return Added(_table(model), tuple(columns)), columns


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> Changed:
    return Changed(_table(model), names)


@cache
def _columns(model: type[Model]) -> Mapping[str, Column[Any]]:
    """Return the columns of a new row; the database generates its number."""
    table = _table(model)
    return {each.name: each for each in table.columns if each is not table.autoincrement_column}


@cache
def _relationships(model: type[Model]) -> frozenset[str]:
    return frozenset(model.__mapper__.relationships.keys())


def _default(of: Column[Any]) -> ColumnValue:
    default: Any = of.default
    if default is None:
        return None
    value: ColumnValue = default.arg(None) if default.is_callable else default.arg
    return value


def _table(model: type[Model]) -> Table:
    return cast("Table", model.__table__)


def _text(value: bytes | datetime) -> str:
    """Encode bytes and times for JSON in PostgreSQL's text format."""
    return value.isoformat() if isinstance(value, datetime) else f"\\x{value.hex()}"


_encode = json.JSONEncoder(default=_text, check_circular=False).encode

"""The session: SQLAlchemy's, which writes what a move brings in one statement of Core.

The unit of work sorts tables and tells each object of its new state: half of the time of a move went to that. So rows
that are only added, and columns of rows that were locked first, are written together, before anything is read and at
the end. Whatever else is added or changed is left to the unit of work.
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

from service.core.model import ColumnValue, Model

M = TypeVar("M", bound=Model)
Values: TypeAlias = Mapping[str, Any]
KEY = "key_of_row"
"""What stands for the primary key beside the columns that are changed."""
UNKNOWN = object()
"""The value of a column that was not read."""


class BatchedSession(FlaskSession):
    """See above. `transaction` of `service.core.db` begins and ends what it writes."""

    def __init__(self, db: SQLAlchemy, **options: object) -> None:
        super().__init__(db, **options)
        self._database = db
        self._added: list[Model] = []
        self._statements: dict[Update, Values] = {}
        self._locked: dict[Model, Values] = {}
        self._kept: list[Model] = []

    def get_bind(self, *_: object, **_named: object) -> Engine:
        """The engine of the app, which has one database; outside of `transaction` the one that only reads."""
        return self._database.engine if self.info.get("writing") else reads()

    def write(self, rows: Iterable[Model]) -> None:
        """Write new rows, in their order. The session does not know the objects, and reads others for their rows."""
        given = list(rows)  # before the rest is looked at, which is written if whoever gives them reads something
        self._added.extend(given)

    def also(self, statement: Update, values: Values) -> None:
        """Execute a statement before new rows are written; objects do not hear of what it changes."""
        if self._statements:
            self.flush()  # their values may be called alike
        self._statements[statement] = values

    def hold(self, rows: Iterable[Model]) -> None:
        """Write what changes in rows that this transaction has locked together with new rows."""
        self._locked.update({row: dict(vars(row)) for row in rows})

    def known(self, model: type[M], number: int) -> M:
        """The row with that number, which is known to be there: it is read once somebody asks for more of it.

        It is forgotten when nobody holds it, as all that is read.
        """
        found: M | None = self.identity_map.get(identity_key(model, number))
        if found is None:
            found = model(id=number)
            make_transient_to_detached(found)
            self.add(found)
        return found

    def at_hand(self, model: type[M], key: str | int) -> M | None:
        """The row with that key, if it was read since this transaction has begun."""
        found: M | None = self.identity_map.get(identity_key(model, key))
        return found if found is not None and not inspect(found).expired else None

    def keep(self, row: Model) -> None:
        """Know a row until the transaction ends, so that nobody reads it again: what nobody holds is forgotten."""
        self._kept.append(row)

    def let_go(self) -> None:
        """No row is locked or kept any more, and what was not written is not written."""
        self._locked, self._kept = {}, []
        self.drop()

    def drop(self) -> None:
        """Do not write what was not written yet."""
        self._added, self._statements = [], {}

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        """As SQLAlchemy's, but for what is written together."""
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
        """Whether columns of locked rows are all that has changed."""
        return all(row in self._locked and inspect(row).unmodified >= _relationships(type(row)) for row in rows)

    def _changes(self) -> Sequence[Row]:
        """What has changed in locked rows, which then count as unchanged."""
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
            make_transient(row)  # and persistent again, as it is: SQLAlchemy has nothing left to write of it
            make_transient_to_detached(row)
            self.add(row)
        return found


def reads() -> Engine:
    """The engine of the app under way for what only reads."""
    found: Engine = current_app.extensions["reads"]
    return found


def look_up(statement: Select[*tuple[Any, ...]], values: Values) -> Sequence[Any]:
    """The rows that a statement finds by itself, with nothing left in the session, and nothing there to be ended."""
    with reads().connect() as connection:
        return connection.execute(statement, values).all()


@event.listens_for(BatchedSession, "before_commit")
def _write(session: BatchedSession) -> None:
    session.flush()  # SQLAlchemy does only where it knows of something


@event.listens_for(BatchedSession, "after_commit")
def _leave(session: BatchedSession) -> None:
    """Whoever waits to write may: what is left to do does not concern the database."""
    leave: Callable[[], None] | None = session.info.get("leave")
    if leave is not None and not session.in_nested_transaction():
        leave()


@event.listens_for(BatchedSession, "after_soft_rollback")
def _forget(session: BatchedSession, _undone: SessionTransaction) -> None:
    """Nothing is as it was read, nothing is to be written; and what a savepoint has locked is locked no more."""
    session.let_go()


@dataclass(frozen=True, eq=False)
class Added:
    """That rows are added to a table, with all columns but a number that the database gives."""

    table: Table
    columns: tuple[str, ...]

    def each(self) -> Insert:
        """The statement for one row."""
        return insert(self.table)

    def together(self, name: str) -> Insert:
        """The statement for all rows in the JSON of that name."""
        given = _given(self.table, self.columns, name)
        return insert(self.table).from_select(self.columns, select(*given.c), include_defaults=False)


@dataclass(frozen=True, eq=False)
class Changed:
    """That rows of a table get other values in those columns; the primary key of each is given as KEY."""

    table: Table
    columns: tuple[str, ...]

    def each(self) -> Update:
        """The statement for one row, which sets the columns that it is given values of."""
        return update(self.table).where(self._key == bindparam(KEY))

    def together(self, name: str) -> Update:
        """The statement for all rows in the JSON of that name."""
        given = _given(self.table, self.columns, name, column(KEY, self._key.type))
        changed = update(self.table).where(self._key == given.c[KEY])
        return changed.values({each: given.c[each] for each in self.columns})

    @property
    def _key(self) -> Column[Any]:
        (key,) = self.table.primary_key.columns
        return key


Row: TypeAlias = tuple[Added | Changed, Values]


def write_together(connection: Connection, statements: Mapping[Update, Values], rows: Sequence[Row]) -> None:
    """Execute the statements, then write the rows, in their order by table.

    PostgreSQL takes all in one, rows as JSON, so that it is the same statement for any number of them. To SQLite
    nothing has to travel: there each goes by itself.
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
    """The rows of a JSON text."""
    columns = [*more, *(column(each, table.c[each].type) for each in names)]
    rows = func.jsonb_to_recordset(sql_cast(bindparam(name, type_=Text), JSONB))
    return rows.table_valued(*columns).render_derived(f"given_{table.name}", with_types=True)


def _new(row: Model) -> Row:
    added, columns = _added(type(row))
    given = vars(row)
    return added, {name: given[name] if name in given else _default(each) for name, each in columns.items()}


@cache
def _added(model: type[Model]) -> tuple[Added, Mapping[str, Column[Any]]]:
    """One object for each model, so that rows of it are written together, and its columns."""
    columns = _columns(model)
    return Added(_table(model), tuple(columns)), columns


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> Changed:
    return Changed(_table(model), names)


@cache
def _columns(model: type[Model]) -> Mapping[str, Column[Any]]:
    """What a new row is given; a number comes from the database."""
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
    """What JSON does not know, as PostgreSQL reads it."""
    return value.isoformat() if isinstance(value, datetime) else f"\\x{value.hex()}"


_encode = json.JSONEncoder(default=_text, check_circular=False).encode

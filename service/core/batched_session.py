"""A session that writes the most of a move in one go, and leaves to the unit of work what needs it.

The unit of work finds out in which order rows have to be written, tells each object of its new state, and goes to the
database for each table: half of the time of a move went to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import Column, Engine, Table, Update, event
from sqlalchemy.orm import SessionTransaction, make_transient_to_detached
from sqlalchemy.orm.attributes import instance_state

from service.core.batches import ROW, Batch, Changes, NewRows
from service.core.model import ColumnValue, Model
from service.core.prepared_writes import Given

M = TypeVar("M", bound=Model)


class BatchedSession(Session):
    """What is given to it to be written is in the database before anything is read, as what is added."""

    def __init__(self, db: SQLAlchemy, **options: object) -> None:
        super().__init__(db, **options)
        self._new_rows: list[Model] = []
        self._others: dict[Update, Given] = {}
        self._locked: list[Model] = []
        self._kept: list[Model] = []

    def get_bind(self, *_: object, **_named: object) -> Engine:
        """The engine of the app, which has one database; outside of `transaction` the one that only reads."""
        return self._db.engine if self.info.get("writing") else reads()

    def write(self, rows: Iterable[Model]) -> None:
        """Write new rows, in their order. The session does not know the objects, and reads others for their rows."""
        given = list(rows)  # before the rest is looked at, which is written if whoever gives them reads something
        self._new_rows.extend(given)

    def also(self, statement: Update, values: Given) -> None:
        """Execute a statement, before new rows are written; objects do not hear of what it changes."""
        if self._others:
            self.flush()  # their values may be called alike
        self._others[statement] = values

    def hold(self, rows: Iterable[Model]) -> None:
        """Write what changes in rows that this transaction has locked together with new rows."""
        self._locked.extend(rows)

    def known(self, model: type[M], number: int) -> M:
        """The row with that number, which is known to be there: it is read once somebody asks for more of it.

        It is forgotten when nobody holds it, as all that is read.
        """
        found: M | None = self.identity_map.get((model, (number,), None))
        if found is None:
            found = model(id=number)
            make_transient_to_detached(found)
            self.add(found)
        return found

    def at_hand(self, model: type[M], key: str | int) -> M | None:
        """The row with that key, if it was read since this transaction has begun."""
        found: M | None = self.identity_map.get((model, (key,), None))
        return found if found is not None and not instance_state(found).expired else None

    def keep(self, row: Model) -> None:
        """Know a row until the transaction ends, so that nobody reads it again: what nobody holds is forgotten."""
        self._kept.append(row)

    def let_go(self) -> None:
        """No row is locked or kept any more, and what was not written is not written."""
        self._locked, self._kept = [], []
        self.drop()

    def forget(self) -> None:
        """What was read is so no more, and what was not written is not written."""
        self._kept = []
        self.drop()

    def drop(self) -> None:
        """Do not write what was not written yet."""
        self._new_rows, self._others = [], {}

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        """As SQLAlchemy's, to which it is left unless nothing but locked rows has changed."""
        if self._new_rows or self._others or not self._is_clean():
            self._write_all(objects, last=False)

    def finish(self) -> None:
        """The same where the transaction ends with it."""
        self._write_all(None, last=not self.in_nested_transaction())

    def _write_all(self, objects: Sequence[Any] | None, *, last: bool) -> None:
        batch, dirty = Batch(self._others), self.dirty
        if self._are_simple(dirty):
            for row in dirty:
                self._take_changes(row, batch)
        else:
            super().flush(objects)
        for row in self._new_rows:
            batch.add(*_new(row))
        self.drop()
        if batch:
            batch.write(self.connection(), last=last)

    def _are_simple(self, dirty: Iterable[Model]) -> bool:
        """Whether columns of locked rows are all that has changed; SQLAlchemy has to know what a savepoint undoes."""
        if self.new or self.deleted or self.in_nested_transaction():
            return False
        return all(row in self._locked and _was(row).keys() <= _columns(type(row)).keys() for row in dirty)

    def _take_changes(self, row: Model, batch: Batch) -> None:
        """Have them written, and let the row be as unchanged."""
        changed = {name for name, was in _was(row).items() if getattr(row, name) != was}
        state: Any = instance_state(row)
        if changed:
            (key,) = state.key[1]  # of a row of which a part was undone the rest would have to be read
            names = sorted(changed if changed.isdisjoint(row.set_together) else changed | row.set_together)
            values = {name: getattr(row, name) for name in names}
            batch.add(_changes(type(row), tuple(names)), {ROW: key, **values})
        state._commit_all(state.dict, self.identity_map)  # noqa: SLF001  # what is public would read the row again


def reads() -> Engine:
    """The engine of the app under way for what only reads."""
    found: Engine = current_app.extensions["reads"]
    return found


@event.listens_for(BatchedSession, "before_commit")
def _write(session: BatchedSession) -> None:
    session.finish()  # SQLAlchemy only does where it knows of something


@event.listens_for(BatchedSession, "after_commit")
def _leave(session: BatchedSession) -> None:
    """Whoever waits to write may: what is left to do does not concern the database."""
    leave: Callable[[], None] | None = session.info.get("leave")
    if leave is not None and not session.in_nested_transaction():
        leave()


@event.listens_for(BatchedSession, "after_soft_rollback")
def _forget(session: BatchedSession, _undone: SessionTransaction) -> None:
    session.forget()


def _was(row: Model) -> Mapping[str, object]:
    """What has changed, and from what."""
    return instance_state(row).committed_state


def _new(row: Model) -> tuple[NewRows, Given]:
    """The row as it is added."""
    added, columns = _added(type(row))
    given = vars(row)
    return added, {name: given[name] if name in given else _default(column) for name, column in columns}


@cache
def _added(model: type[Model]) -> tuple[NewRows, Sequence[tuple[str, Column[Any]]]]:
    """That rows of the model are added, and the columns they have. It is one object, as with the next one."""
    columns = _columns(model)
    return NewRows(_table(model), tuple(columns)), list(columns.items())


@cache
def _changes(model: type[Model], names: tuple[str, ...]) -> Changes:
    return Changes(_table(model), names)


@cache
def _columns(model: type[Model]) -> dict[str, Column[Any]]:
    """What a new row is given; a number comes from the database."""
    table = _table(model)
    return {column.name: column for column in table.columns if column is not table.autoincrement_column}


def _default(column: Column[Any]) -> ColumnValue:
    default: Any = column.default
    if default is None:
        return None
    value: ColumnValue = default.arg(None) if default.is_callable else default.arg
    return value


def _table(model: type[Model]) -> Table:
    return cast("Table", model.__table__)

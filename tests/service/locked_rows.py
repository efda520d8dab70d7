"""Detect which rows are locked: on PostgreSQL with real locks, on SQLite from the statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import event, inspect
from sqlalchemy.orm import ORMExecuteState, Session

from service.db.model import Model

Row: TypeAlias = tuple[str, tuple[Any, ...]]
"""The table of a row, and its key."""


@contextmanager
def locked() -> Iterator[set[Row]]:
    """Collect the rows that the session locks inside the block."""
    rows = set[Row]()

    def note(state: ORMExecuteState) -> Any:
        if getattr(state.statement, "_for_update_arg", None) is None:
            return None
        found = state.invoke_statement().freeze()
        columns = [each["entity"] for each in state.statement.column_descriptions]  # type: ignore[attr-defined]
        for row in found().all():
            rows.update(_row(entity, value) for entity, value in zip(columns, row, strict=True))
        return found()

    event.listen(Session, "do_orm_execute", note)
    try:
        yield rows
    finally:
        event.remove(Session, "do_orm_execute", note)


def _row(entity: Any, value: Any) -> Row:
    """Return the row of an entity, given itself or its key."""
    key = inspect(value).identity if isinstance(value, Model) else (value,)
    assert key is not None
    return entity.__tablename__, tuple(key)

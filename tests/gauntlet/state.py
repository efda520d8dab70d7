"""All that the service knows, to be compared: every row of every table, without exception."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import select

from service.db import db
from service.models import Model

State = Counter[tuple[str, str]]


def state() -> State:
    """What has been committed."""
    with db.engine.connect() as connection:
        return Counter(
            (table.name, repr(tuple(row)))
            for table in Model.metadata.sorted_tables
            for row in connection.execute(select(table))
        )


def changes(before: State, after: State) -> list[tuple[str, str]]:
    """The rows that are there no more, and those that are new."""
    return [*(before - after), *(after - before)]

"""All that the service knows, to be compared: every row of every table, without exception."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from sqlalchemy import select

from service.core.db import db
from service.models import Model

State = Counter[tuple[str, str]]


def state(without: Collection[str] = ()) -> State:
    """What has been committed, but for these tables and columns (`table.column`)."""
    tables = [table for table in Model.metadata.sorted_tables if table.name not in without]
    columns = {table.name: [each for each in table.c if str(each) not in without] for table in tables}
    with db.engine.connect() as connection:
        return Counter(
            (name, repr(tuple(row)))
            for name, compared in columns.items()
            for row in connection.execute(select(*compared))
        )


def changes(before: State, after: State) -> list[tuple[str, str]]:
    """The rows that are there no more, and those that are new."""
    return [*(before - after), *(after - before)]

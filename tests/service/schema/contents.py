"""All that a database holds, in forms that can be compared."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, select, text

from service.core.encryption import decrypted_with
from service.schema.revisions import revision_of
from tests.service.schema.first_release import RING

Rows = dict[str, list[tuple[Any, ...]]]
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
COLUMNS = "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
EACH = "SELECT t::text FROM {} t ORDER BY 1"
OURS = "WHERE table_schema = 'public' ORDER BY 1, 2"
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"


def revision(engine: Engine) -> str | None:
    """The last migration that the database has had."""
    with engine.connect() as connection:
        return revision_of(connection)


def rows(engine: Engine) -> Rows:
    """Every row by its table; what is encrypted, which looks different each time, as what it says."""
    metadata = MetaData()
    with engine.connect() as connection:
        metadata.reflect(connection)
        return {
            table.name: sorted(
                (tuple(map(_plain, table.c.keys(), row)) for row in connection.execute(select(table))), key=repr
            )
            for table in metadata.tables.values()
        }


def _plain(column: str, value: Any) -> Any:
    if column != "encrypted" or not value:
        return value
    return decrypted_with(RING, bytes(value))


def exactly(engine: Engine) -> list[Any]:
    """Tables, indexes and rows, to the letter."""
    with engine.connect() as connection:
        return _of_sqlite(connection) if engine.dialect.name == "sqlite" else _of_postgresql(connection)


def _of_sqlite(connection: Connection) -> list[Any]:
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    return list(raw.iterdump())


def _of_postgresql(connection: Connection) -> list[Any]:
    tables = connection.execute(text(TABLES)).scalars().all()
    contents = [connection.execute(text(EACH.format(table))).all() for table in tables]
    return [tables, contents, connection.execute(text(COLUMNS + OURS)).all(), connection.execute(text(INDEXES)).all()]

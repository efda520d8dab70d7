"""All that a database holds, in forms that can be compared."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, select, text

from service.schema.revisions import revision_of

Rows = dict[str, list[tuple[Any, ...]]]
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
COLUMNS = """
    SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2
"""
EACH = "SELECT '{0}', t::text FROM {0} t"
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"


def revision(engine: Engine) -> str | None:
    """Return the database's last migration."""
    with engine.connect() as connection:
        return revision_of(connection)


def rows(engine: Engine) -> Rows:
    """Every row by its table."""
    metadata = MetaData()
    with engine.connect() as connection:
        metadata.reflect(connection)
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in metadata.tables.values()
        }


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
    every = " UNION ALL ".join(map(EACH.format, tables)) or "SELECT 1 WHERE false"
    contents = sorted(map(tuple, connection.execute(text(every))))
    return [tables, contents, connection.execute(text(COLUMNS)).all(), connection.execute(text(INDEXES)).all()]

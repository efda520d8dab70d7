"""PostgreSQL backups: a COPY text for each table, all from one snapshot.

`pg_dump` would have to be installed in a version not older than the server's, and could not audit the games it copies.
This is an equivalent snapshot over Sundial's own connection.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
from alembic import command
from psycopg import sql
from sqlalchemy import Connection, Engine, event, inspect, make_url, text
from sqlalchemy.exc import ProgrammingError

from service.app import serving
from service.backups.archive import BLOCK, DELETIONS, BackupManifest, BackupRefused, Writer, reading
from service.backups.databases import HOLDS_GAMES, Previous, Stored, current_revision, deletions_in_database, verdicts
from service.config.environment import Config
from service.config.timeouts import Role
from service.db import engines
from service.models import Model
from service.schema.upgrading import alembic_settings, upgrade

TABLES = "tables/"
STAGE = "sundial_restoring"
"""The schema that holds a restored backup before it replaces the tables."""
OUR_NAME = "sundial restore"
OUR_LOCK = 7_305_800_000_000_000_001
"""An arbitrary id of an advisory lock."""
GRACE_SECONDS, PAUSE_SECONDS = 3.0, 0.1
"""How long the connection of an ended process may still be visible."""
_UNHURRIED = ("statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout")
_LOCKED = text("SELECT pg_try_advisory_lock(:of_ours)")
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user"
    " AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> :ours"
)


def store(settings: Config, writer: Writer, work: Path) -> Stored:
    """Store a consistent snapshot of the database and audit its games; BackupRefused."""
    with serving(settings):
        engines.read_in_transactions()
        connection = engines.session().connection(execution_options={"isolation_level": "REPEATABLE READ"})
        connection.execute(text("SET TRANSACTION READ ONLY"))
        _take_time(connection)
        revision = current_revision(connection)
        for table in Model.metadata.sorted_tables:
            _copy_out(connection, table.name, tuple(table.columns.keys()), writer)
        return Stored(revision, dict(verdicts()))


@contextmanager
def replacing(settings: Config, path: Path, manifest: BackupManifest, aside: str, *, force: bool) -> Iterator[Previous]:
    """Restore the backup into a schema, then swap it with the tables; see `databases.Database`."""
    ours = _as_restore(settings)
    with _locked(ours) as engine:
        kept = _begin(engine, aside, force=force)
        known = deletions_in_database(ours.database_url, ours)
        with serving(ours):
            engines.read_in_transactions()
            event.listen(engines.db.engine, "begin", _enter_stage)
            _fill_stage(engines.db.engine, path, manifest)
            upgrade(engines.db.engine)
            yield Previous(f"the schema {kept}" if kept else None, known)
        with engine.begin() as connection:
            _refuse_use(connection)
            _swap(connection, kept)


@contextmanager
def alone(settings: Config) -> Iterator[None]:
    """Serve the database while no other process uses it; see `databases.Database`."""
    ours = _as_restore(settings)
    with _locked(ours), serving(ours):
        event.listen(engines.db.engine, "begin", _take_time)
        yield


def _as_restore(settings: Config) -> Config:
    """Return the configuration with connections named after the restore."""
    url = make_url(settings.database_url).update_query_dict({"application_name": OUR_NAME})
    return replace(settings, database_url=url.render_as_string(hide_password=False))


@contextmanager
def _locked(ours: Config) -> Iterator[Engine]:
    """Connect alone, lock out other restores, and drop the staging schema at the end; BackupRefused."""
    engine = engines.new_engine(ours.database_url, Role.COMMAND, ours.patience[Role.COMMAND])
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if not _soon(lambda: connection.scalar(_LOCKED, {"of_ours": OUR_LOCK})):
                raise BackupRefused("Another restore is under way. Nothing was changed.")
            _refuse_use(connection)
            try:
                yield engine
            finally:
                connection.execute(text(f"DROP SCHEMA IF EXISTS {STAGE} CASCADE"))
    finally:
        engine.dispose()


def _begin(engine: Engine, aside: str, *, force: bool) -> str | None:
    """Prepare the staging schema; returns the schema to keep the present tables in, if they hold games."""
    with engine.begin() as connection:
        kept = f"sundial_{aside}".replace("-", "_") if _holds_games(connection) else None
        if kept is not None and not force:
            raise BackupRefused(HOLDS_GAMES)
        _lay_stage(connection)
        return kept


def _copy_out(connection: Connection, table: str, columns: tuple[str, ...], writer: Writer) -> None:
    wanted = sql.SQL("COPY {} ({}) TO STDOUT").format(sql.Identifier(table), _named(columns))
    with writer.part(f"{TABLES}{table}", columns) as part, _raw(connection).cursor().copy(wanted) as copy:
        for data in copy:
            part.write(data)


def _fill_stage(engine: Engine, path: Path, manifest: BackupManifest) -> None:
    with engine.connect() as connection:
        command.upgrade(alembic_settings(connection), manifest.revision)
    with engine.begin() as connection:
        tables = {name.removeprefix(TABLES): part.columns for name, part in manifest.parts.items() if name != DELETIONS}
        for table in reversed(tables):
            _raw(connection).execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        for table, columns in tables.items():
            _copy_in(connection, path, table, columns)
            _count_on(connection, table, columns)


def _copy_in(connection: Connection, path: Path, table: str, columns: tuple[str, ...]) -> None:
    wanted = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _named(columns))
    with reading(path, f"{TABLES}{table}") as part, _raw(connection).cursor().copy(wanted) as copy:
        shutil.copyfileobj(part, copy, BLOCK)


def _count_on(connection: Connection, table: str, columns: tuple[str, ...]) -> None:
    """Advance sequences past the greatest number in use."""
    for column in columns:
        name = f'"{table}"'
        sequence = connection.execute(text("SELECT pg_get_serial_sequence(:t, :c)"), {"t": name, "c": column}).scalar()
        if sequence is not None:
            highest = sql.SQL("SELECT setval(%s, max({})) FROM {}").format(
                sql.Identifier(column), sql.Identifier(table)
            )
            _raw(connection).execute(highest, [sequence])


def _refuse_use(connection: Connection) -> None:
    """Raise BackupRefused if another connection of our role exists; one that just ended may take a moment."""
    if not _soon(lambda: _others(connection) == 0):
        raise BackupRefused("Other connections use the database: stop Sundial everywhere first. Nothing was changed.")


def _others(connection: Connection) -> int:
    """Count other connections now, not as of the transaction's first query."""
    connection.execute(text("SELECT pg_stat_clear_snapshot()"))
    return int(connection.execute(_OTHERS, {"ours": OUR_NAME}).scalar_one())


def _soon(ask: Callable[[], bool | None]) -> bool:
    """Wait a moment for a condition, and return whether it holds."""
    until = time.monotonic() + GRACE_SECONDS
    while not (answer := ask()) and time.monotonic() < until:
        time.sleep(PAUSE_SECONDS)
    return bool(answer)


def _holds_games(connection: Connection) -> bool:
    if not inspect(connection).has_table("game"):
        return False
    return connection.execute(text("SELECT 1 FROM game LIMIT 1")).first() is not None


def _lay_stage(connection: Connection) -> None:
    connection.execute(text(f"DROP SCHEMA IF EXISTS {STAGE} CASCADE"))
    try:
        connection.execute(text(f"CREATE SCHEMA {STAGE}"))
    except ProgrammingError:
        message = "The role may not make a schema: GRANT CREATE ON DATABASE … TO …, for the time of the restore."
        raise BackupRefused(message) from None


def _enter_stage(connection: Connection) -> None:
    """Restrict a transaction to the staging schema, without timeouts."""
    connection.exec_driver_sql(f"SET LOCAL search_path = {STAGE}")
    _take_time(connection)


def _take_time(connection: Connection) -> None:
    for limit in _UNHURRIED:
        connection.exec_driver_sql(f"SET LOCAL {limit} = 0")


def _swap(connection: Connection, kept: str | None) -> None:
    """Replace the live tables by those of the staging schema, in the current transaction."""
    look = inspect(connection)
    live, new = str(look.default_schema_name), look.get_table_names(STAGE)
    connection.execute(text(f"CREATE SCHEMA {kept or 'sundial_dropped'}"))
    for table in set(new) & set(look.get_table_names(live)):
        _move(connection, live, table, kept or "sundial_dropped")
    for table in new:
        _move(connection, STAGE, table, live)
    if kept is None:
        connection.execute(text("DROP SCHEMA sundial_dropped CASCADE"))


def _move(connection: Connection, schema: str, table: str, to: str) -> None:
    names = map(sql.Identifier, (schema, table, to))
    _raw(connection).execute(sql.SQL("ALTER TABLE {}.{} SET SCHEMA {}").format(*names))


def _named(columns: tuple[str, ...]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _raw(connection: Connection) -> psycopg.Connection[Any]:
    """Return psycopg's connection, in the open transaction."""
    raw: psycopg.Connection[Any] = connection.connection.driver_connection  # type: ignore[assignment]
    return raw

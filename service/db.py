"""The database: one connection pool, one way to begin a transaction, migrations.

SQLite writes begin with BEGIN IMMEDIATE, so that a transaction that reads and then writes waits for its turn at its
start instead of failing in its middle; PostgreSQL locks rows instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from service.key_ring import KeyRing
from service.models import Model

if TYPE_CHECKING:
    from sqlite3 import Connection as SqliteConnection

SQLITE_BUSY_SECONDS = 20
"""How long a write waits for the one before it."""

db = SQLAlchemy(metadata=Model.metadata, session_options={"expire_on_commit": False})


def init_app(app: Flask) -> None:
    """Bind the database of the app's configuration."""
    url: str = app.config["SQLALCHEMY_DATABASE_URI"]
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(url)
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _prepare_sqlite(db.engine)


def upgrade(engine: Engine, ring: KeyRing) -> None:
    """Bring the tables to the newest migration; what SQLite has no more need of does not stay in its file."""
    with engine.connect() as connection:
        before = _revision(connection)
        command.upgrade(alembic_settings(connection, ring), "head")
        is_changed = _revision(connection) != before
    if is_changed and engine.dialect.name == "sqlite":
        _write_anew(engine)


def alembic_settings(connection: Connection, ring: KeyRing | None = None) -> AlembicConfig:
    """What Alembic needs to work on that connection; migrations that encrypt need the secret keys."""
    settings = AlembicConfig()
    settings.set_main_option("script_location", str(Path(__file__).parent / "models" / "migrations"))
    settings.attributes["connection"] = connection
    settings.attributes["key_ring"] = ring
    return settings


def session() -> Session:
    """The session of this request or task, for reading."""
    return db.session()


@contextmanager
def transaction() -> Iterator[Session]:
    """One transaction that writes: committed at its end, rolled back when something is raised.

    Inside another it joins that one. What `after_commit` was given runs when the outermost has committed.
    """
    current = db.session()
    if current.info.get("writing"):
        yield current
        return
    current.rollback()
    current.info["writing"], current.info["after"] = True, {}
    try:
        current.connection(execution_options={"writes": True})
        yield current
        current.commit()
    except BaseException:
        current.rollback()
        current.info["after"] = {}
        raise
    finally:
        current.info["writing"] = False
    for call in current.info.pop("after").values():
        call()


def after_commit(key: str, call: Callable[[], None]) -> None:
    """Do something once the transaction under way has committed, or now if there is none.

    A later call with the same key replaces an earlier one.
    """
    current = db.session()
    if current.info.get("writing"):
        current.info["after"][key] = call
    else:
        call()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _write_anew(engine: Engine) -> None:
    """Leave nothing in SQLite's file, or in its log, that is in no table."""
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("VACUUM")
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def _engine_options(url: str) -> dict[str, Any]:
    """Errors never quote the values of a statement: they end up in logs, and values are addresses and secrets."""
    if url.startswith("sqlite"):
        connecting = {"timeout": SQLITE_BUSY_SECONDS, "check_same_thread": False}
        return {"connect_args": connecting, "hide_parameters": True}
    return {"pool_size": 10, "max_overflow": 20, "pool_pre_ping": True, "hide_parameters": True}


def _prepare_sqlite(engine: Engine) -> None:
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _configure_sqlite(connection: SqliteConnection, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

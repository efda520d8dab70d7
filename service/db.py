"""The database: one connection pool, one way to begin a transaction.

SQLite writes begin with BEGIN IMMEDIATE, so that a transaction that reads and then writes waits for its turn at its
start instead of failing in its middle; PostgreSQL locks rows instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session

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


def new_engine(url: str) -> Engine:
    """An engine as the app's own, for commands that need no app."""
    engine = create_engine(url, **_engine_options(url))
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    return engine


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

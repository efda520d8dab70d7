"""The database: a connection pool, and one function that begins a transaction.

On SQLite, writes begin with BEGIN IMMEDIATE after a wait in our own queue. So a transaction that reads and then writes
waits at its start and does not fail later. PostgreSQL locks rows instead.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.config.timeouts import DEFAULT, WEB_THREADS, Patience, Role
from service.db.bulkhead import SHARE, Bulkhead
from service.db.db_errors import FAILURES, told
from service.db.model import Model
from service.db.session import BatchedSession
from service.db.write_lock import WriteLock
from service.telemetry.meters import note_connections, waiting
from service.telemetry.outages import DATABASE, judge

if TYPE_CHECKING:
    from sqlite3 import Connection as SqliteConnection


judge(*FAILURES, PoolTimeout, by=told)
db = SQLAlchemy(
    metadata=Model.metadata,
    session_options={"class_": BatchedSession, "expire_on_commit": False},
)
log = logging.getLogger(__name__)


def init_app(app: Flask, role: Role, patience: Patience, web_threads: int) -> None:
    """Bind the app to its configured database, with the timeouts of this process's role."""
    url: str = app.config["SQLALCHEMY_DATABASE_URI"]
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(url, role, patience, web_threads)
    db.init_app(app)
    app.teardown_appcontext(_end_session)  # runs before Flask-SQLAlchemy's handler, which then finds no session
    with app.app_context():
        _prepare(db.engine, patience)
        event.listen(db.engine, "checkout", partial(_note_answer, db.engine))
        event.listen(db.engine, "checkin", partial(_note_return, db.engine))
        app.extensions["reads"] = _reading(db.engine)
        app.extensions["write_lock"] = _write_lock(db.engine, patience, web_threads)
        app.extensions["bulkhead"] = Bulkhead(web_threads)


def new_engine(url: str, role: Role = Role.COMMAND, patience: Patience = DEFAULT[Role.COMMAND]) -> Engine:
    """Create an engine like the app's, without an app, to migrate or inspect tables."""
    engine = create_engine(url, **_engine_options(url, role, patience, WEB_THREADS))
    _prepare(engine, patience)
    return engine


def import_driver(url: str) -> None:
    """Import the driver for that database without connecting, once before a fork."""
    new_engine(url).dispose()


def session() -> BatchedSession:
    """Return the session of this request or task, to read, and to write within `transaction`."""
    found: BatchedSession = db.session.registry()  # type: ignore[assignment]  # it creates no others
    return found


@contextmanager
def transaction(wait: int | None = None) -> Iterator[BatchedSession]:
    """Run one writing transaction: commit at its end, roll back on an exception.

    Nested, it joins the outer transaction. Callbacks given to `after_commit` run once the outermost has committed. It
    waits for locks for this process's usual time, or for `wait` seconds.
    """
    current = session()
    if is_writing():
        yield current
        return
    lock: WriteLock | None = current_app.extensions["write_lock"]
    with ExitStack() as turn:
        _undo(current.rollback)
        current.info.update(writing=True, after={}, leave=turn.close)
        try:
            with waiting("connection"):
                left = turn.enter_context(lock.turn(wait)) if lock else wait
            current.connection(execution_options={"writes": True, "wait": left})
            yield current
            current.commit()
        except BaseException:
            _undo(current.rollback)
            current.info["after"] = {}
            raise
        finally:
            current.info.update(writing=False, leave=None)
            current.let_go()
    for call in current.info.pop("after").values():
        call()


def insert_if_new(row: Model) -> bool:
    """Insert a row in the current transaction; return False, with nothing changed, if there is one with its key."""
    try:
        with session().begin_nested():
            session().add(row)
    except IntegrityError:
        return False
    return True


def is_writing() -> bool:
    """Check whether a writing transaction is open."""
    return bool(session().info.get("writing"))


def after_commit(key: str, call: Callable[[], None]) -> None:
    """Run a callback after the current transaction commits, or now if there is none.

    A later call with an equal key replaces an earlier one.
    """
    under_way = session().info
    if under_way.get("writing"):
        under_way["after"][key] = call
    else:
        call()


def read_in_transactions() -> None:
    """Make the current app read in transactions on PostgreSQL too, for callers that set something for one."""
    current_app.extensions["reads"] = db.engine


def place_to_wait(row: Hashable) -> AbstractContextManager[None]:
    """Hold one of this process's places to wait for the lock of a row, or raise TooManyWait."""
    bulkhead: Bulkhead = current_app.extensions["bulkhead"]
    return bulkhead.place(row)


def _write_lock(engine: Engine, patience: Patience, web_threads: int) -> WriteLock | None:
    """Create the write lock for an SQLite file, which allows one writer at a time; some threads stay for readers."""
    is_file = engine.dialect.name == "sqlite" and engine.url.database
    most = web_threads - web_threads // SHARE
    return WriteLock(Path(str(engine.url.database)), patience.lock, most) if is_file else None


def _reading(engine: Engine) -> Engine:
    """Create the engine for reads in autocommit mode.

    Each statement sees what was committed before it began. Without BEGIN and COMMIT, PostgreSQL needs one round trip
    instead of two.
    """
    is_sqlite = engine.dialect.name == "sqlite"  # SQLite's AUTOCOMMIT is lost when the connection returns to the pool
    return engine.execution_options(**{"reads": True} if is_sqlite else {"isolation_level": "AUTOCOMMIT"})


def _undo(undo: Callable[[], None]) -> None:
    """Roll back or close a session. A lost connection has rolled back by itself."""
    try:
        undo()
    except DBAPIError:
        log.warning("a connection to the database was lost; what it had begun is undone")
        undo()  # sends nothing: by now the session knows of the loss


def _end_session(_error: BaseException | None) -> None:
    """Close the session when the app context ends, without an error if its connection is lost.

    To expunge all objects takes half as long as to expire each row.
    """
    if db.session.registry.has():
        _undo(session().close)


def _engine_options(url: str, role: Role, patience: Patience, web_threads: int) -> dict[str, object]:
    """Return the engine's options.

    Errors hide the values of statements: they go to logs and hold addresses and secrets.
    """
    if url.startswith("sqlite"):
        connecting = {"timeout": patience.lock, "check_same_thread": False}
        return {"connect_args": connecting, "hide_parameters": True}
    from service.db import postgres  # noqa: PLC0415  # 10 MB of driver, not needed for SQLite

    return {**postgres.options(make_url(url), role, patience, web_threads), "hide_parameters": True}


def _note_answer(engine: Engine, _connection: object, _record: object, _proxy: object) -> None:
    """Note that a connection was made or has answered a ping."""
    DATABASE.is_over()
    note_connections(engine.pool)


def _note_return(engine: Engine, _connection: object, _record: object) -> None:
    note_connections(engine.pool, leaving=1)


def _prepare(engine: Engine, patience: Patience) -> None:
    if engine.dialect.name == "postgresql":
        from service.db import postgres  # noqa: PLC0415  # 10 MB of driver

        postgres.prepare(engine, patience)
        return
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", partial(_begin_sqlite, patience))


def _configure_sqlite(connection: SqliteConnection, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(patience: Patience, connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("writes"):
        _write_to_sqlite(patience, connection, options.get("wait"))
    elif not options.get("reads"):
        connection.exec_driver_sql("BEGIN")


def _write_to_sqlite(patience: Patience, connection: Connection, wait: int | None) -> None:
    wait = wait or patience.lock
    if connection.info.setdefault("wait", patience.lock) != wait:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {1000 * wait}")
        connection.info["wait"] = wait
    connection.exec_driver_sql("BEGIN IMMEDIATE")

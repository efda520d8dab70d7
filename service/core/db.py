"""The database: one connection pool, one way to begin a transaction.

SQLite writes begin with BEGIN IMMEDIATE, so that a transaction that reads and then writes waits for its turn at its
start instead of failing in its middle, and before it in a queue of ours; PostgreSQL locks rows instead.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.core.model import Model
from service.core.outages import DATABASE, judge
from service.core.patience import DEFAULT, WEB_THREADS, Patience, Role
from service.core.session import BatchedSession
from service.core.telemetry.meters import note_connections, waiting
from service.core.troubles import FAILURES, told
from service.core.write_lock import WriteLock

if TYPE_CHECKING:
    from sqlite3 import Connection as SqliteConnection


judge(*FAILURES, PoolTimeout, by=told)
db = SQLAlchemy(
    metadata=Model.metadata,
    session_options={"class_": BatchedSession, "expire_on_commit": False},
)
log = logging.getLogger(__name__)


def init_app(app: Flask, role: Role, patience: Patience, web_threads: int) -> None:
    """Bind the database of the app's configuration, which is waited for as the role of this process wants it."""
    url: str = app.config["SQLALCHEMY_DATABASE_URI"]
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(url, role, patience, web_threads)
    db.init_app(app)
    app.teardown_appcontext(_end_session)  # before that of Flask-SQLAlchemy, which then finds nothing to end
    with app.app_context():
        _prepare(db.engine, patience)
        event.listen(db.engine, "checkout", partial(_note_answer, db.engine))
        event.listen(db.engine, "checkin", partial(_note_return, db.engine))
        app.extensions["reads"] = _reading(db.engine)
        app.extensions["write_lock"] = _write_lock(db.engine, patience)


def new_engine(url: str, role: Role = Role.COMMAND, patience: Patience = DEFAULT[Role.COMMAND]) -> Engine:
    """An engine as the app's own, for what needs no app: it changes tables, or looks whether they are there."""
    engine = create_engine(url, **_engine_options(url, role, patience, WEB_THREADS))
    _prepare(engine, patience)
    return engine


def import_driver(url: str) -> None:
    """Import what speaks to that database, and connect to nothing: who forks does so once for all that it forks."""
    new_engine(url).dispose()


def session() -> BatchedSession:
    """The session of this request or task, for reading, and for what `transaction` writes."""
    found: BatchedSession = db.session.registry()  # type: ignore[assignment]  # it makes no others
    return found


@contextmanager
def transaction(wait: int | None = None) -> Iterator[BatchedSession]:
    """One transaction that writes: committed at its end, rolled back when something is raised.

    Inside another it joins that one. What `after_commit` was given runs when the outermost has committed.
    It waits for locks as long as is usual in this process, or only for `wait` seconds.
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


def is_writing() -> bool:
    """Whether a transaction that writes is under way."""
    return bool(session().info.get("writing"))


def after_commit(key: str, call: Callable[[], None]) -> None:
    """Do something once the transaction under way has committed, or now if there is none.

    A later call with the same key replaces an earlier one.
    """
    under_way = session().info
    if under_way.get("writing"):
        under_way["after"][key] = call
    else:
        call()


def read_in_transactions() -> None:
    """From now on the app under way reads in transactions on PostgreSQL, too: who sets something for one needs it."""
    current_app.extensions["reads"] = db.engine


def _write_lock(engine: Engine, patience: Patience) -> WriteLock | None:
    """The lock for the file of an SQLite, in which one writes at a time."""
    is_file = engine.dialect.name == "sqlite" and engine.url.database
    return WriteLock(Path(str(engine.url.database)), patience.lock) if is_file else None


def _reading(engine: Engine) -> Engine:
    """The engine for what only reads.

    Each of its statements stands by itself: it sees what was committed before it began, and nobody tells the database
    that a transaction begins and ends, which on PostgreSQL is two journeys for one.
    """
    is_sqlite = engine.dialect.name == "sqlite"  # whose AUTOCOMMIT would not outlast the connection's return
    return engine.execution_options(**{"reads": True} if is_sqlite else {"isolation_level": "AUTOCOMMIT"})


def _undo(undo: Callable[[], None]) -> None:
    """Undo what a session has begun. A connection that has died meanwhile has undone it already."""
    try:
        undo()
    except DBAPIError:
        log.warning("a connection to the database was lost; what it had begun is undone")
        undo()  # nothing is sent: by now the session knows


def _end_session(_error: BaseException | None) -> None:
    """What was answered stands, whatever happens to the connection that it was read by.

    Nobody needs what was read any more: to forget all of it takes half as long as to have each row read anew.
    """
    if db.session.registry.has():
        _undo(session().close)


def _engine_options(url: str, role: Role, patience: Patience, web_threads: int) -> dict[str, object]:
    """Errors never quote the values of a statement: they end up in logs, and values are addresses and secrets."""
    if url.startswith("sqlite"):
        connecting = {"timeout": patience.lock, "check_same_thread": False}
        return {"connect_args": connecting, "hide_parameters": True}
    from service.core import postgres  # noqa: PLC0415  # 10 MB of driver, which SQLite has no use for

    return {**postgres.options(make_url(url), role, patience, web_threads), "hide_parameters": True}


def _note_answer(engine: Engine, _connection: object, _record: object, _proxy: object) -> None:
    """A connection was made, or has answered a ping."""
    DATABASE.is_over()
    note_connections(engine.pool)


def _note_return(engine: Engine, _connection: object, _record: object) -> None:
    note_connections(engine.pool, leaving=1)


def _prepare(engine: Engine, patience: Patience) -> None:
    if engine.dialect.name == "postgresql":
        from service.core import postgres  # noqa: PLC0415  # as above

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

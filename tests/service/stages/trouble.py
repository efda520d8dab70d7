"""Databases that fail while something is written: in the middle of it, or at the very end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, event

ENDS = {"sqlite": ("refused",), "postgresql": ("lost", "40001", "40P01")}
"""How a COMMIT may fail: by a constraint; by a connection that is cut, a serialization failure, a deadlock."""

Failing: TypeAlias = AbstractContextManager["Failure"]


@dataclass
class Failure:
    """A simulated failure of the database, and whether it occurred."""

    was_met: bool = False


AT_COMMIT = {
    "sqlite": """
        CREATE TABLE trouble (kind TEXT);
        CREATE TABLE nobody (id INTEGER PRIMARY KEY);
        CREATE TABLE debt (id INTEGER REFERENCES nobody (id) DEFERRABLE INITIALLY DEFERRED);
        CREATE TRIGGER trouble_of_new_games AFTER INSERT ON game WHEN EXISTS (SELECT 1 FROM trouble)
            BEGIN INSERT INTO debt VALUES (1); END;
        CREATE TRIGGER trouble_of_games AFTER UPDATE ON game WHEN EXISTS (SELECT 1 FROM trouble)
            BEGIN INSERT INTO debt VALUES (1); END;
        CREATE TRIGGER trouble_of_webhooks AFTER UPDATE ON webhook WHEN EXISTS (SELECT 1 FROM trouble)
            BEGIN INSERT INTO debt VALUES (1); END;
    """,
    "postgresql": """
        CREATE TABLE trouble (kind text);
        CREATE FUNCTION make_trouble() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE what text;
        BEGIN
            SELECT kind INTO what FROM trouble;
            IF what = 'lost' THEN PERFORM pg_terminate_backend(pg_backend_pid());
            ELSIF what IS NOT NULL THEN RAISE EXCEPTION 'trouble' USING ERRCODE = what;
            END IF;
            RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER trouble_of_games AFTER INSERT OR UPDATE ON game
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION make_trouble();
        CREATE CONSTRAINT TRIGGER trouble_of_webhooks AFTER UPDATE ON webhook
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION make_trouble();
    """,
}
"""Whatever changes a game or an endpoint fails when it is to be committed, as long as there is a row in `trouble`."""


def lay_trap(engine: Engine) -> None:
    """Prepare the database for `failing_commits`."""
    with engine.connect() as connection:
        dbapi: Any = connection.connection.dbapi_connection
        if engine.dialect.name == "sqlite":
            dbapi.executescript(AT_COMMIT["sqlite"])
        else:
            connection.exec_driver_sql(AT_COMMIT["postgresql"])
            connection.commit()


def failures(engine: Engine) -> Iterator[Failing]:
    """At the commit, in each way that there is; then at the first statement, the second, and so on without end."""
    yield from (failing_commits(engine, end) for end in ENDS[engine.dialect.name])
    yield from (failing_at(engine, number) for number in count())


@contextmanager
def failing_commits(engine: Engine, end: str) -> Iterator[Failure]:
    """Let writes to games and endpoints be rolled back at the commit."""
    _write(engine, f"INSERT INTO trouble VALUES ('{end}')")  # noqa: S608  # one of ENDS
    try:
        yield Failure(was_met=True)
    finally:
        _write(engine, "DELETE FROM trouble")


@contextmanager
def failing_at(engine: Engine, number: int) -> Iterator[Failure]:
    """Once that many statements have gone through, the connection is lost, or the next one is broken off."""
    failure, statements = Failure(), count()

    def strike(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN") and next(statements) == number:
            failure.was_met = True
            _break_off(engine, connection)

    def mend(context: Any) -> None:
        if engine.dialect.name == "sqlite":
            context.connection.connection.dbapi_connection.set_progress_handler(None, 1)

    with listening(engine, "before_cursor_execute", strike), listening(engine, "handle_error", mend):
        yield failure


@contextmanager
def listening(engine: Engine, what: str, listener: Callable[..., None]) -> Iterator[None]:
    """Register a listener inside the block."""
    event.listen(engine, what, listener)
    try:
        yield
    finally:
        event.remove(engine, what, listener)


def _break_off(engine: Engine, connection: Connection) -> None:
    dbapi: Any = connection.connection.dbapi_connection
    if engine.dialect.name == "sqlite":
        dbapi.set_progress_handler(lambda: 1, 1)
    else:
        with engine.connect() as other:
            other.exec_driver_sql("SELECT pg_terminate_backend(%s, 10000)", (dbapi.info.backend_pid,))


def _write(engine: Engine, statement: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)

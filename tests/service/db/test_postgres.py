"""Connection pool: dead connections are replaced, without a ping for each use."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import Engine, text
from sqlalchemy.pool import ConnectionPoolEntry

from service.db.engines import new_engine
from service.db.postgres import RETURNED, UNASKED_SECONDS
from tests.servers import plain
from tests.service.stages.trouble import listening


@pytest.fixture
def engine(postgres_url: str) -> Iterator[Engine]:
    engine = new_engine(postgres_url)
    yield engine
    engine.dispose()


def backend(engine: Engine) -> int:
    """Return the backend process of the pool's next connection."""
    with engine.connect() as connection:
        return int(connection.scalar(text("SELECT pg_backend_pid()")) or 0)


def last_words(engine: Engine, pid: int) -> str:
    """Return the last statement on the connection that the pool gives now."""
    with psycopg.connect(plain(engine.url.render_as_string(hide_password=False)), autocommit=True) as other:
        taken = engine.raw_connection()
        found = other.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", (pid,)).fetchone()
        taken.close()
    assert found
    return str(found[0])


def test_a_connection_that_the_server_has_ended_is_replaced_and_nobody_notices(engine: Engine) -> None:
    ended = backend(engine)
    with psycopg.connect(plain(engine.url.render_as_string(hide_password=False)), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 10000)", (ended,))
    assert backend(engine) != ended


def test_a_connection_that_was_just_given_back_is_not_asked_whether_it_lives(engine: Engine) -> None:
    assert last_words(engine, backend(engine)) == "ROLLBACK"


def test_a_connection_that_was_idle_for_longer_is_asked(engine: Engine) -> None:
    def age(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info[RETURNED] -= UNASKED_SECONDS

    with listening(engine, "checkin", age):
        pid = backend(engine)
    assert last_words(engine, pid) != "ROLLBACK"


@pytest.mark.parametrize(("query", "prepared"), [("", 1), ("&prepare_threshold=none", 0)])
def test_behind_pgbouncer_no_statement_stays_prepared(postgres_url: str, query: str, prepared: int) -> None:
    engine = new_engine(postgres_url + query)
    with engine.connect() as connection:
        for _ in range(10):
            connection.execute(text("SELECT 1"))
        found = connection.scalar(text("SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT 1'"))
    engine.dispose()
    assert found == prepared


def test_the_connection_that_was_given_back_last_is_taken_next(engine: Engine) -> None:
    with engine.connect(), engine.connect() as last:
        wanted = last.scalar(text("SELECT pg_backend_pid()"))
        assert wanted != backend(engine)
    taken = [backend(engine) for _ in range(3)]
    assert len(set(taken)) == 1


def test_a_result_without_columns_is_one_all_the_same(engine: Engine) -> None:
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT FROM generate_series(1, 2)").all() == [(), ()]

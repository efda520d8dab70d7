"""A PostgreSQL that crashes, freezes and runs out of disk: acknowledged writes survive."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

from tests.soak.database import Database

CRASHES: dict[str, Callable[[Database], None]] = {
    "SIGQUIT": lambda database: database.crash(signal.SIGQUIT),
    "kill -9": lambda database: database.crash(signal.SIGKILL),
    "kill -9 a backend": lambda database: database.crash_one(),
}


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    server = Database(Path(mkdtemp(prefix="sundial-postgres-")))
    server.rows("CREATE TABLE kept (number int)")
    yield server
    server.stop()


def kept(database: Database) -> int:
    return len(database.rows("SELECT number FROM kept"))


def use(connected: psycopg.Connection) -> None:
    """Query until the database is gone, for the time a crash takes."""
    for _ in range(1000):
        connected.execute("SELECT pg_sleep(0.01)")


@pytest.mark.parametrize("crash", CRASHES)
def test_what_was_committed_is_there_after_a_crash(database: Database, crash: str) -> None:
    with psycopg.connect(database.own_url, autocommit=True) as connected:
        before = kept(database)
        connected.execute("INSERT INTO kept VALUES (1)")
        CRASHES[crash](database)
        with pytest.raises(psycopg.OperationalError):
            use(connected)
    database.revive()
    assert kept(database) == before + 1


def test_on_a_full_disk_nothing_is_committed_and_with_room_again_it_goes_on(database: Database) -> None:
    before, text = kept(database), "x" * 1000
    database.rows("CREATE TABLE filled (text text)")
    database.fill_disk()
    with pytest.raises(psycopg.Error):
        database.rows("INSERT INTO filled SELECT %s || n FROM generate_series(1, 2000) n", text)
    database.free_disk()
    assert database.rows("SELECT text FROM filled") == []
    database.rows("INSERT INTO kept VALUES (1)")
    assert kept(database) == before + 1


def test_nobody_is_answered_while_it_is_frozen_and_everybody_afterwards(database: Database) -> None:
    with psycopg.connect(database.own_url, autocommit=True) as connected:
        database.signal_all(signal.SIGSTOP)
        connected.pgconn.send_query(b"SELECT 1")
        connected.pgconn.flush()
        connected.pgconn.consume_input()
        assert connected.pgconn.is_busy()
        database.signal_all(signal.SIGCONT)
        assert list(iter(connected.pgconn.get_result, None))

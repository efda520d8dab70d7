"""Writers to SQLite take turns, even if others are frozen or killed."""

from __future__ import annotations

import fcntl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from sqlalchemy.exc import OperationalError

from service.app import serving
from service.config.environment import Config
from service.config.timeouts import Role
from service.db.engines import after_commit, db, transaction
from service.db.write_lock import WriteLock
from tests.service.stages.test_frozen_processes import frozen
from tests.waiting import eventually

LONG = 60
"""Seconds that nobody waits here, however busy the machine is."""
MANY = 25
"""Threads that may wait."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "sundial.sqlite"


def is_locked(database: Path, name: str) -> bool:
    """Check whether that lock of a file is held."""
    with database.with_name(f"{database.name}.{name}-lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def waiting_threads(lock: WriteLock) -> int:
    """How many threads of the process wait."""
    return len(lock._threads._calls)


def test_threads_write_in_the_order_in_which_they_came(database: Path) -> None:
    lock, written = WriteLock(database, LONG, MANY), list[int]()

    def come(number: int) -> None:
        with lock.turn():
            written.append(number)

    with ThreadPoolExecutor(5) as pool, lock.turn():
        for number in range(5):
            pool.submit(come, number)
            assert eventually(lambda: waiting_threads(lock) == number + 1)  # noqa: B023  # called at once

    assert written == [0, 1, 2, 3, 4]


def test_who_has_waited_in_vain_asks_sqlite_itself_and_holds_nobody_up(database: Path) -> None:
    lock = WriteLock(database, LONG, MANY)
    with lock.turn(), ThreadPoolExecutor(1) as pool:
        started = monotonic()
        assert pool.submit(left_after, lock, 1).result() == 1
        assert monotonic() - started < LONG / 2
    assert left_after(lock, LONG) == LONG


def left_after(lock: WriteLock, wait: int) -> int:
    """Return the seconds left for SQLite."""
    with lock.turn(wait) as left:
        return left


def test_the_next_process_comes_before_the_next_thread_of_the_one_that_writes(database: Path) -> None:
    one, other = (WriteLock(database, LONG, MANY) for _ in range(2))
    written, ends = list[str](), Event()

    def write(lock: WriteLock, name: str) -> None:
        with lock.turn():
            written.append(name)
            assert ends.wait(LONG)

    with ThreadPoolExecutor(3) as pool:
        pool.submit(write, one, "one")
        assert eventually(lambda: written and not is_locked(database, "next"))
        pool.submit(write, other, "other")
        assert eventually(lambda: is_locked(database, "next"))
        pool.submit(write, one, "one again")
        assert eventually(lambda: waiting_threads(one) == 1)
        ends.set()

    assert written == ["one", "other", "one again"]


def test_a_process_that_is_frozen_holds_up_nobody_longer_than_they_wait_and_one_that_is_killed_nobody(
    sqlite_settings: Config,
) -> None:
    with serving(sqlite_settings, role=Role.WEB):
        with frozen(sqlite_settings, Role.WEB, "UPDATE counter SET value = value") as process:
            started = monotonic()
            with pytest.raises(OperationalError, match="locked"), transaction(wait=1):
                pass
            assert monotonic() - started < LONG
            process.kill()
            process.wait()
            with transaction(wait=LONG):
                pass
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]  # SQLite's has it


@pytest.mark.parametrize("lock", ["next", "write"])
def test_who_cannot_queue_writes_all_the_same(sqlite_settings: Config, lock: str) -> None:
    (sqlite_settings.home / f"sundial.sqlite.{lock}-lock").mkdir()
    with serving(sqlite_settings), transaction(wait=1):
        assert db.session.connection().exec_driver_sql("PRAGMA busy_timeout").scalar() == 1000


def test_the_turn_is_over_when_a_transaction_has_ended_however_it_did(sqlite_settings: Config) -> None:
    database, was_locked = sqlite_settings.home / "sundial.sqlite", list[bool]()

    def fail() -> None:
        was_locked.append(is_locked(database, "write"))
        raise ZeroDivisionError

    with serving(sqlite_settings):
        with pytest.raises(ZeroDivisionError), transaction():
            fail()
        was_locked.append(is_locked(database, "write"))
        with transaction():
            was_locked.append(is_locked(database, "write"))
            after_commit("look", lambda: was_locked.append(is_locked(database, "write")))

    assert was_locked == [True, False, True, False]

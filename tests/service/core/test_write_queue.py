"""Who writes to an SQLite does so in turn, whoever else is frozen, killed or in the way."""

from __future__ import annotations

import fcntl
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from sqlalchemy.exc import OperationalError

from service.bare_app import serving
from service.core import write_queue
from service.core.config import Config
from service.core.db import after_commit, db, transaction
from service.core.patience import Role
from service.core.write_queue import ThreadQueue, WriteQueue
from tests.service.stages.test_frozen_processes import frozen
from tests.waiting import eventually

LONG = 60
"""Seconds that nobody waits here, however busy the machine is."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "sundial.sqlite"


def is_locked(database: Path, name: str) -> bool:
    """Whether somebody has that lock of the queue for a file."""
    with database.with_name(f"{database.name}.{name}-lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def is_listened_to(database: Path) -> bool:
    """Whether somebody waits to hear of the end of a turn."""
    try:
        os.close(os.open(database.with_name(f"{database.name}.turns"), os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


def has_waiting(queue: ThreadQueue, number: int) -> bool:
    return len(queue._calls) == number


def test_threads_are_called_in_the_order_in_which_they_came() -> None:
    queue, called = ThreadQueue(), list[int]()

    def come(number: int) -> None:
        assert queue.join(LONG)
        called.append(number)
        queue.leave()

    assert queue.join(LONG)
    with ThreadPoolExecutor(5) as pool:
        for number in range(5):
            pool.submit(come, number)
            assert eventually(partial(has_waiting, queue, number + 1))
        queue.leave()

    assert called == [0, 1, 2, 3, 4]


def test_who_gives_up_is_called_no_more_and_holds_nobody_up() -> None:
    queue = ThreadQueue()
    assert queue.join(LONG)
    assert not queue.join(0.01)
    queue.leave()
    assert queue.join(LONG)


def test_the_next_process_comes_before_the_next_thread_of_the_one_that_writes(database: Path) -> None:
    one, other = (WriteQueue(database, LONG) for _ in range(2))
    written, ends = list[str](), Event()

    def write(queue: WriteQueue, name: str) -> None:
        with queue.turn():
            written.append(name)
            assert ends.wait(LONG)

    with ThreadPoolExecutor(3) as pool:
        pool.submit(write, one, "one")
        assert eventually(lambda: written and not is_locked(database, "next"))
        pool.submit(write, other, "other")
        assert eventually(lambda: is_locked(database, "next"))
        pool.submit(write, one, "one again")
        assert eventually(lambda: one._threads._calls)
        ends.set()

    assert written == ["one", "other", "one again"]


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes next looks by themselves for nobody."""
    monkeypatch.setitem(write_queue.PAUSES, "write", LONG)


@pytest.mark.usefixtures("hearing")
def test_the_next_process_hears_that_a_turn_is_over(database: Path) -> None:
    one, other = (WriteQueue(database, LONG) for _ in range(2))
    waited = list[float]()

    def write() -> None:
        with other.turn():
            waited.append(monotonic() - over)

    with ThreadPoolExecutor(1) as pool:
        for _ in range(5):
            with one.turn():
                written = pool.submit(write)
                assert eventually(lambda: is_listened_to(database))
                over = monotonic()
            written.result()

    assert len(waited) == 5
    assert max(waited) < LONG / 2


@pytest.mark.usefixtures("hearing")
def test_the_end_of_a_turn_is_heard_that_was_over_before_somebody_listened(database: Path) -> None:
    news = write_queue.TurnNews(database.with_name("turns"))
    started = monotonic()
    with news.heard() as wait:
        news.tell()
        wait()
    assert monotonic() - started < LONG / 2


@pytest.mark.parametrize("kind", ["a folder", "a file"])
def test_who_hears_nothing_looks_again_and_again(database: Path, kind: str) -> None:
    in_the_way = database.with_name(f"{database.name}.turns")
    if kind == "a folder":
        in_the_way.mkdir()
    else:
        in_the_way.touch()
    one, other = (WriteQueue(database, LONG) for _ in range(2))
    was_over, is_over = list[bool](), Event()

    def write() -> None:
        with other.turn():
            was_over.append(is_over.is_set())

    with ThreadPoolExecutor(1) as pool, one.turn():
        pool.submit(write)
        assert eventually(lambda: is_locked(database, "next"))
        is_over.set()
    assert was_over == [True]


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

"""Moves that wait for the same turn on SQLite are committed together, and each stands or falls by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from service.core.config import Config
from service.core.db import db, rehearsed, session, transaction
from service.core.write_queue import InLine, ThreadQueue, WriteQueue
from service.models import LogEntry
from service.play.seating import lock_game
from tests.service.core.acts import another, is_locked, stored
from tests.service.stages.trouble import lay_trap, listening
from tests.service.tables import Table, table
from tests.waiting import eventually

LONG = 60


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Where one writes at a time."""
    return sqlite_settings


@pytest.fixture
def games(app: Flask) -> list[Table]:  # its database
    return [table(f"ann{number}", f"bob{number}") for number in range(4)]


def queue_of(app: Flask) -> WriteQueue:
    """That of the app."""
    queue: WriteQueue = app.extensions["write_queue"]
    return queue


def wait(app: Flask, game_id: str, days: int) -> int:
    """Give the players of a game so many days more, in a session of its own."""
    with app.app_context():

        def act() -> int:
            game = lock_game(game_id)
            game.days_per_move += days
            return game.days_per_move

        return rehearsed(act)


@dataclass
class Together:
    """Some who wait for somebody's turn to end, in the order in which they have come."""

    app: Flask
    pool: ThreadPoolExecutor
    waiting: list[Future[Any]] = field(default_factory=list)

    def come(self, act: Callable[[], object]) -> Future[Any]:
        """Somebody more waits."""
        future = self.pool.submit(act)
        self.waiting.append(future)
        assert eventually(partial(self._are_waiting, len(self.waiting)), LONG)
        return future

    def _are_waiting(self, number: int) -> bool:
        return len(queue_of(self.app)._threads._calls) == number


@contextmanager
def turn_of_somebody(app: Flask) -> Iterator[Together]:
    """Until the end of this nobody else writes; then it is seen to that all have ended."""
    with ThreadPoolExecutor(8) as pool:
        together = Together(app, pool)
        with queue_of(app).turn(LONG):
            yield together


@contextmanager
def turns() -> Iterator[list[str]]:
    """The beginnings of transactions that write meanwhile."""
    begun: list[str] = []

    def note(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("BEGIN IMMEDIATE"):
            begun.append(statement)

    with listening(db.engine, "before_cursor_execute", note):
        yield begun


def test_those_who_wait_are_committed_together(app: Flask, games: list[Table], settings: Config) -> None:
    with turns() as begun, turn_of_somebody(app) as together:
        for number, each in enumerate(games):
            together.come(partial(wait, app, each.id, number + 1))
    assert [each.result() for each in together.waiting] == [4, 5, 6, 7]
    assert [stored(settings.home, each.id) for each in games] == [4, 5, 6, 7]
    assert len(begun) == 1
    assert not is_locked(settings.home)


def test_of_two_who_change_the_same_both_changes_stand(app: Flask, games: list[Table], settings: Config) -> None:
    with turn_of_somebody(app) as together:
        for days in (10, 20, 30):
            together.come(partial(wait, app, games[0].id, days))
        together.come(partial(wait, app, games[1].id, 1))
    assert max(each.result() for each in together.waiting[:3]) == 63
    assert (stored(settings.home, games[0].id), stored(settings.home, games[1].id)) == (63, 4)


def test_who_comes_after_somebody_who_has_worked_nothing_out_waits_for_them(
    app: Flask, games: list[Table], settings: Config
) -> None:
    order = list[str]()

    def whole() -> None:
        with app.app_context(), transaction() as current:
            (days,) = current.execute(text("SELECT days_per_move FROM game WHERE id = :id"), {"id": games[1].id}).one()
            order.append(f"others had {days}")

    with turn_of_somebody(app) as together:
        together.come(partial(wait, app, games[0].id, 1))
        together.come(whole)
        together.come(partial(wait, app, games[1].id, 1))
    assert order == ["others had 3"]
    assert stored(settings.home, games[1].id) == 4


def spoil(app: Flask, spoilt: Table) -> None:
    """Add to the log of a game what is there already."""
    with app.app_context():

        def act() -> None:
            game = lock_game(spoilt.id)
            game.days_per_move = 9
            entry = LogEntry(game_id=game.id, number=0, seat=0, action="x", version=1, at=game.created_at)
            session().write([entry])

        rehearsed(act)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_who_cannot_write_is_alone_with_it(app: Flask, games: list[Table], settings: Config, place: int) -> None:
    with turn_of_somebody(app) as together:
        for number, each in enumerate(games[:3]):
            together.come(partial(spoil, app, each) if number == place else partial(wait, app, each.id, 1))
    assert isinstance(together.waiting[place].exception(), IntegrityError)
    assert [stored(settings.home, each.id) for each in games[:3]] == [3 if each == place else 4 for each in range(3)]
    assert not is_locked(settings.home)


def test_when_the_commit_of_all_fails_each_tries_again_by_itself(
    app: Flask, games: list[Table], settings: Config
) -> None:
    lay_trap(db.engine)
    with another(settings.home) as connection:
        connection.execute("INSERT INTO trouble VALUES ('refused')")
    with turn_of_somebody(app) as together:
        for each in games[:3]:
            together.come(partial(wait, app, each.id, 1))
    assert all(isinstance(each.exception(), DBAPIError) for each in together.waiting)
    assert [stored(settings.home, each.id) for each in games] == [3, 3, 3, 3]
    with another(settings.home) as connection:
        connection.execute("DELETE FROM trouble")
    assert wait(app, games[0].id, 1) == 4
    assert not is_locked(settings.home)


def test_nobody_is_answered_before_the_commit(app: Flask, games: list[Table], settings: Config) -> None:
    seen = list[tuple[int, int]]()

    def look(_connection: Connection) -> None:
        if len(together.waiting) == 2 and not seen:
            answered = sum(each.done() for each in together.waiting)
            seen.append((answered, sum(stored(settings.home, each.id) for each in games[:2])))

    with listening(db.engine, "commit", look), turn_of_somebody(app) as together:
        for each in games[:2]:
            together.come(partial(wait, app, each.id, 1))
    assert seen == [(0, 6)]
    assert sum(stored(settings.home, each.id) for each in games[:2]) == 8


def test_who_gives_up_is_not_taken_and_whose_work_was_taken_does_not_give_up() -> None:
    queue, work = ThreadQueue(), object()
    assert queue.join(LONG)
    late = InLine(work)
    assert not queue.join(0.01, late)
    assert queue.take_work() is None
    with ThreadPoolExecutor(1) as pool:
        joined = pool.submit(queue.join, 0.05, call := InLine(work))
        assert eventually(lambda: queue._calls, LONG)
        taken = queue.take_work()
        assert taken is call
        assert not eventually(joined.done, 0.2)
        call.call()
        assert joined.result(LONG) is False
    assert call.is_taken
    queue.leave()
    assert queue.join(LONG)


def test_who_waits_without_work_is_not_taken() -> None:
    queue = ThreadQueue()
    assert queue.join(LONG)
    with ThreadPoolExecutor(2) as pool:
        plain = pool.submit(queue.join, LONG, InLine())
        assert eventually(lambda: len(queue._calls) == 1, LONG)
        pool.submit(queue.join, LONG, behind := InLine("work"))
        assert eventually(lambda: len(queue._calls) == 2, LONG)
        assert queue.take_work() is None
        queue.leave()
        assert plain.result(LONG)
        assert queue.take_work() is behind
        behind.call()

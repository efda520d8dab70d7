"""Audits find games that do not match their logs, and only those."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event as Flag

import pytest
from flask import Flask
from sqlalchemy import text

import rules
from service.db.clock import now
from service.db.engines import db, session
from service.models import Game, GameStatus
from service.play.audits import audit, fault_of
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def seasons(app: Flask) -> Table:
    """Create a game with one move."""
    begun = table("ann", "bob")
    begun.play("place max-15")
    return begun


def damage(statement: str) -> None:
    """Change the one game there is behind the back of the service."""
    with db.engine.begin() as connection:
        connection.execute(text(statement))


def fault(of: Table) -> str | None:
    return audit(of.id, now())


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE game SET scores = '[7, 7]'", "scores: it should be [0, 0]"),
        ("UPDATE game SET to_move = 0", "to_move: it should be 1"),
        ("UPDATE game SET turn = 1", "turn: it should be 2"),
        ("UPDATE game SET turn = 3, version = 3", "turn: it should be 2"),
        ("UPDATE game SET log_length = 4", "log_length: it should be 3"),
        ("UPDATE game SET log_length = 2", "log: it ends before a throw"),
        ("UPDATE game SET status = 'finished', winners = '[1]'", "result: it should be won by"),
        ("UPDATE log_entry SET seat = 1 WHERE number = 1", "log: entry 1 is out of turn"),
        ("UPDATE log_entry SET action = 'roll 1 1 1' WHERE number = 2", "log: entry 2 is 'roll 1 1 1'; the seed gives"),
        ("UPDATE log_entry SET action = 'place max-99' WHERE number = 1", "log: "),
        ("UPDATE log_entry SET action = 'place max-8' WHERE number = 1", "position: a process shows another"),
        ("DELETE FROM log_entry WHERE number = 0", "log: entry 0 is out of turn"),
        ("UPDATE game_seat SET contribution = 'another'", "log: entry "),
    ],
)
def test_what_does_not_follow_from_the_log_is_found(seasons: Table, statement: str, found: str) -> None:
    assert fault(seasons) is None
    damage(statement)
    assert (fault(seasons) or "").startswith(found)
    session().rollback()
    assert (seasons.game.fault or "").startswith(found)


def test_what_is_mended_is_well_again(seasons: Table) -> None:
    damage("UPDATE game SET to_move = 0")
    fault(seasons)
    damage("UPDATE game SET to_move = 1")
    assert fault(seasons) is None
    assert seasons.game.fault is None


@pytest.mark.parametrize("ruleset", list(rules.games()))
def test_a_sound_game_is_sound_from_its_beginning_to_its_end(app: Flask, ruleset: str) -> None:
    names = [f"player-{number}" for number in range(max(rules.game(ruleset).players))]
    game = table(*names, ruleset=ruleset, shuffle_seats=True) if len(names) > 1 else table("ann", ruleset=ruleset)
    assert fault(game) is None
    for _ in range(3):
        game.play(game.whole_moves(1)[0])
    assert fault(game) is None
    resign(game.id, game.mover, now())
    assert fault(game) is None
    while game.game.status == GameStatus.ACTIVE and game.game.to_move is not None:
        game.play(game.whole_moves(1)[0])
    assert fault(game) is None


def test_a_game_that_goes_on_while_it_is_judged_is_judged_again(seasons: Table, clock: FakeClock) -> None:
    judged = []

    def judge(game: Game) -> str | None:
        judged.append(game.version)
        return "one that is over by now" if len(judged) == 1 else fault_of(game)

    assert audit(seasons.id, clock(), judge) is None
    assert judged == [2, 2]


def test_nobody_waits_for_the_judge(app: Flask, seasons: Table, clock: FakeClock) -> None:
    def play() -> int:
        with app.app_context():
            seasons.play("place max-8")
            return seasons.game.version

    def judge(game: Game) -> None:
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(play).result() == game.version + 1

    assert audit(seasons.id, clock(), judge) is None


def test_a_game_that_is_played_is_never_found_at_fault(app: Flask, seasons: Table) -> None:
    over = Flag()

    def keep_looking() -> list[str | None]:
        found = []
        with app.app_context():
            while not over.is_set():
                found.append(fault(seasons))
        return found

    with ThreadPoolExecutor(1) as thread:
        looking = thread.submit(keep_looking)
        seasons.play_to_the_end()
        over.set()
        found = looking.result()
    assert len(found) > 1
    assert set(found) == {None}

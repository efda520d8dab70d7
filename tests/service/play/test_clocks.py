"""The search for expired deadlines finds running games only."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.config.environment import Config
from service.db.engines import session, transaction
from service.models import Game, GameStatus
from service.play.analyses import ask
from service.play.chat import post
from service.play.clocks import (
    call_for_the_last_time,
    games_at_last_call,
    games_near_deadline,
    overdue_games,
    tell_of_deadline,
)
from service.play.pauses import wish_pause
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


@pytest.fixture
def seasons() -> Table:
    return table("ada", "bob")


@pytest.mark.parametrize("status", GameStatus)
def test_only_in_a_game_that_is_played_time_runs_out(seasons: Table, clock: FakeClock, status: GameStatus) -> None:
    with transaction():
        session().get_one(Game, seasons.id).status = status
    found = [seasons.id] if status == GameStatus.ACTIVE else []
    deadline = clock() + timedelta(days=3)

    assert overdue_games(deadline + timedelta(seconds=1)) == found
    assert games_near_deadline(deadline - timedelta(hours=2)) == found
    assert games_at_last_call(deadline - timedelta(hours=2)) == found


def test_what_is_near_is_not_over_and_what_is_over_is_not_near(seasons: Table, clock: FakeClock) -> None:
    second = timedelta(seconds=1)
    deadline = clock() + timedelta(days=3)
    for at, overdue, last_call, near in (
        (deadline - timedelta(days=1) - second, [], [], []),
        (deadline - timedelta(days=1), [], [], [seasons.id]),
        (deadline - timedelta(hours=3) - second, [], [], [seasons.id]),
        (deadline - timedelta(hours=3), [], [seasons.id], [seasons.id]),
        (deadline - second, [], [seasons.id], [seasons.id]),
        (deadline, [], [], []),
        (deadline + second, [seasons.id], [], []),
    ):
        assert (overdue_games(at), games_at_last_call(at), games_near_deadline(at)) == (overdue, last_call, near)


def test_of_a_game_that_was_told_of_the_others_are_still_to_be_told(clock: FakeClock) -> None:
    games = sorted(table(f"ada{number}", f"bob{number}").id for number in range(3))
    at = clock() + timedelta(days=2, hours=1)

    assert tell_of_deadline(games[1], at)

    assert sorted(games_near_deadline(at)) == [games[0], games[2]]
    assert sorted(games_at_last_call(at + timedelta(hours=22))) == games


def test_what_else_happens_in_a_turn_does_not_tell_of_its_deadline(seasons: Table, clock: FakeClock) -> None:
    ask(seasons.id, seasons.players[0], clock())
    wish_pause(seasons.id, seasons.players[0], clock())
    post(seasons.id, seasons.players[1], "Hello!", clock())
    at = clock() + timedelta(days=2, hours=22)

    assert (games_near_deadline(at), games_at_last_call(at)) == ([seasons.id], [seasons.id])
    assert tell_of_deadline(seasons.id, at)
    assert (games_near_deadline(at), games_at_last_call(at)) == ([], [seasons.id])
    assert not tell_of_deadline(seasons.id, at)
    assert call_for_the_last_time(seasons.id, at)
    assert games_at_last_call(at) == []
    assert not call_for_the_last_time(seasons.id, at)


def test_the_next_turn_has_a_deadline_of_its_own_to_be_told(seasons: Table, clock: FakeClock) -> None:
    assert tell_of_deadline(seasons.id, clock())
    seasons.play_anything()
    assert games_near_deadline(clock() + timedelta(days=2, hours=22)) == [seasons.id]

"""Daily puzzles: their games and results."""

from __future__ import annotations

from datetime import date

import pytest

from service.config.environment import Config
from service.language.errors import NotFound
from service.models import EndedBy
from service.play.daily import begin, day_named, day_of, days_played, own_game, untouched
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.play.test_game_search import alone
from tests.service.tables import Table, person

pytestmark = pytest.mark.usefixtures("app")
DAY, BEFORE = date(2026, 5, 4), date(2026, 5, 3)


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_everybody_has_a_puzzle_of_their_own_and_one_for_each_day(clock: FakeClock) -> None:
    people = [person(name) for name in ("ann", "bob", "cyd")]
    games = {(each.name, day): begin(each, day, clock()).id for each in people for day in (DAY, BEFORE)}

    assert len(set(games.values())) == 6
    for each in people:
        assert begin(each, DAY, clock()).id == games[each.name, DAY]
        found = [own_game(each, day) for day in (DAY, BEFORE)]
        assert [game and game.id for game in found] == [games[each.name, day] for day in (DAY, BEFORE)]
        assert [game and day_of(game) for game in found] == [DAY, BEFORE]
        assert [played.game_id for played in days_played(each)] == [games[each.name, day] for day in (DAY, BEFORE)]
    assert own_game(person("eve"), DAY) is None
    assert own_game(None, DAY) is None


def test_a_day_is_over_with_its_game_and_in_time_if_begun_on_it_and_played(clock: FakeClock) -> None:
    ann = person("ann")
    late, given_up = (begin(ann, day, clock()) for day in (BEFORE, DAY))
    assert [(each.is_over, each.is_in_time, each.flowers) for each in days_played(ann)] == [
        (False, True, 0),
        (False, False, 0),
    ]

    finished = Table(late.id, [ann]).play_to_the_end()
    resign(given_up.id, ann, clock())

    assert finished.ended_by == EndedBy.PLAY
    assert [(each.is_over, each.is_in_time) for each in days_played(ann)] == [(True, False), (True, False)]
    assert days_played(ann)[1].flowers == finished.scores[0]  # type: ignore[index]


def test_other_games_are_of_no_day(clock: FakeClock) -> None:
    ann = person("ann")
    begin(ann, DAY, clock())
    assert day_of(Table(alone(ann), [ann]).game) is None


@pytest.mark.parametrize("text", ["2025-12-31", "2026-05-05", "20260504", "today", ""])
def test_a_day_that_has_no_puzzle_is_not_found(text: str, clock: FakeClock) -> None:
    with pytest.raises(NotFound):
        day_named(text, clock())


@pytest.mark.parametrize("text", ["2026-01-01", "2026-05-04"])
def test_the_first_day_and_today_have_one(text: str, clock: FakeClock) -> None:
    assert str(day_named(text, clock())) == text


def test_before_the_first_move_the_puzzle_is_a_game_at_its_beginning() -> None:
    game = untouched(DAY)
    assert (game.version, game.turn, game.log_length, game.to_move) == (0, 0, 0, 0)
    assert [(seat.place, seat.number) for seat in game.seats] == [(0, 0)]

"""Evaluation of positions in games of a match, for analyses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

import rules
from rules import AnyPosition
from rules.game import Tactics
from rules.searching import in_match
from service.config.environment import Config
from service.db.engines import session
from service.models import Account, Game, GameStatus, Visibility
from service.play.analyses import analyses_of, ask
from service.play.games import NewGame, SeatWish, create_match
from service.play.imports import import_record
from service.play.matches.rounds import games_of
from service.play.moves import legal_actions
from service.play.positions import log_of, position_of
from service.presentation.analysis import positions_in
from tests.service.conftest import FakeClock
from tests.service.foreign import record_of
from tests.service.play import matching
from tests.service.tables import Table, person
from workers.jobs import analyses, opponents
from workers.jobs.opponents import run_analysis
from workers.search.review import Reviewed

pytestmark = pytest.mark.usefixtures("app")

MATCHING = ("springtime", "dawn")
HALF = 12
"""Entries of the log."""


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def play_at_random(table: Table, rng: Random, clock: FakeClock) -> None:
    """Play a game to its end, a minute a move."""
    while table.game.status == GameStatus.ACTIVE:
        clock.advance(minutes=1)
        table.play(rng.choice(legal_actions(table.game).actions))


def both_played(ruleset: str, winner: int, clock: FakeClock) -> list[Game]:
    """Return the games of a match, won by the player of that seat in the second game."""
    for seed in count():
        match = matching.begin(ruleset)
        for number in (1, 2):
            play_at_random(matching.table(match, number), Random(f"{seed} {number}"), clock)
        games = matching.games(match)
        totals = totals_of(games)
        if totals[winner] > totals[1 - winner]:
            return games
    raise AssertionError


def totals_of(games: Sequence[Game]) -> list[int]:
    """Return the points of both games by the seats of the second one."""
    first, second = (game.scores or [] for game in games[:2])
    return [sum(both) for both in zip(first[::-1], second, strict=True)]


def last_turn(game: Game) -> int:
    """Where the last move of a game was made."""
    return max(entry.number for entry in log_of(game) if entry.seat != rules.CHANCE)


def asker(game: Game) -> Account:
    """Return an account that may request an analysis: a player, or the importer."""
    return person("ann" if game.imported_at else "ada")


def chances_after(game: Game, at: int, clock: FakeClock) -> Sequence[float]:
    """Return the analysis's chances after the move that was played there."""
    ask(game.id, asker(game), clock(), at)
    while analyses.run():
        pass
    [found] = positions_in(analyses_of(game, at))
    assert found.done is not None
    return found.done.chances


def heard_of(game: Game, at: int | None, clock: FakeClock) -> Tactics:
    """Return the tactics that evaluate a position, for its analysis."""
    heard: list[Tactics] = []

    def listening(position: AnyPosition, tactics: Tactics, played: Sequence[Any], rng: Random) -> list[Reviewed]:
        heard.append(tactics)
        return [Reviewed(played, [0.5, 0.5], [1.0, 1.0])]

    ask(game.id, asker(game), clock(), at)
    while run_analysis(listening):
        pass
    [found] = heard
    return found


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("ruleset", MATCHING)
def test_the_last_move_of_the_second_game_is_judged_by_who_has_won_the_match(
    ruleset: str, winner: int, clock: FakeClock
) -> None:
    _, second, *_ = both_played(ruleset, winner, clock)
    assert chances_after(second, last_turn(second), clock) == [float(seat == winner) for seat in (0, 1)]


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("ruleset", MATCHING)
def test_a_move_of_the_first_game_is_judged_by_its_points_as_long_as_the_second_has_brought_none(
    ruleset: str, winner: int, clock: FakeClock
) -> None:
    first, *_ = both_played(ruleset, winner, clock)
    expected = in_match(rules.game(ruleset).tactics, None).estimate(position_of(first))
    assert chances_after(first, last_turn(first), clock) == pytest.approx(expected, abs=0.001)


def test_games_at_the_same_time_know_of_each_other_what_had_ended_by_then(clock: FakeClock) -> None:
    match = matching.begin("dawn", simultaneous=True)
    first, second = (matching.table(match, number) for number in (1, 2))
    while len(log_of(second.game)) < HALF:
        clock.advance(minutes=1)
        second.play_anything()
    early = last_turn(second.game)
    play_at_random(first, Random(1), clock)
    play_at_random(second, Random(1), clock)

    heard = [heard_of(second.game, at, clock) for at in (early, last_turn(second.game))]

    end = position_of(second.game)
    carried = (first.game.scores or [])[::-1]
    tactics = rules.game("dawn").tactics
    assert heard[0].estimate(end) == in_match(tactics, None).estimate(end)
    assert heard[1].estimate(end) == in_match(tactics, carried).estimate(end) != heard[0].estimate(end)


def test_a_hint_is_asked_anew_once_the_other_game_of_the_match_has_ended(clock: FakeClock) -> None:
    ada = person("ada")
    wish = NewGame("dawn", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False)
    match = create_match(ada, wish, clock(), simultaneous=True)
    first, second = (Table(game.id, [ada]) for game in matching.games(match))
    while second.game.to_move != 1:
        opponents.run_turn(opponents.anything)
    assert heard_of(second.game, None, clock).estimate(position_of(second.game))
    assert positions_in(analyses_of(second.game))

    while first.game.status == GameStatus.ACTIVE:
        if not opponents.run_turn(opponents.anything):
            first.play_anything()

    assert not positions_in(analyses_of(second.game))
    told = heard_of(second.game, None, clock)
    carried = (first.game.scores or [])[::-1]
    end = position_of(first.game)
    assert told.estimate(end) == in_match(rules.game("dawn").tactics, carried).estimate(end)


@pytest.mark.parametrize("is_known_here", [True, False])
def test_a_game_of_a_match_that_was_brought_in_is_judged_as_such(clock: FakeClock, *, is_known_here: bool) -> None:
    _, second, *_ = both_played("springtime", 1, clock)
    brought_in = import_record(person("ann"), record_of(second), Visibility.PRIVATE, clock())
    end, tactics = position_of(second), rules.game("springtime").tactics
    if is_known_here:
        aimed = in_match(tactics, matching_scores(second))
    else:
        second.commitment = "0" * 64
        session().commit()
        aimed = in_match(tactics, None)

    told = heard_of(brought_in, last_turn(brought_in), clock)

    assert told.estimate(end) == aimed.estimate(end) != tactics.estimate(end)


def matching_scores(second: Game) -> list[int]:
    """Return the points of the first game by the seats of the second one."""
    first = games_of(second.match_id or "")[0]
    return (first.scores or [])[::-1]

"""Contests: their games are distinguished by number, and contests by fingerprint."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rules
from benchmarks import variants
from benchmarks.arena.contestants import UnknownPlayer, random
from benchmarks.arena.contests import Contest, Played, Spent, spent_on, tally_of
from benchmarks.arena.fingerprints import settled
from rules import AnyPosition, BadSetup
from rules.game import Tactics

SEASONS = Contest("seasons", {}, 2, "greedy", "random")
BEGUN: list[AnyPosition] = []


def noting(position: AnyPosition, game: Tactics, rng: Random) -> list[Any]:
    """Plays at random, and notes where it plays."""
    BEGUN.append(position)
    return random(position, game, rng)


def test_a_game_is_the_same_whatever_was_played_before_it() -> None:
    uct = replace(SEASONS, first="uct-5")
    ascending = [result(uct.played(number)) for number in range(4)]
    descending = [result(uct.played(number)) for number in (3, 2, 1, 0)]
    assert ascending == descending[::-1]
    assert len({str(each) for each in ascending}) == 4


def result(played: Played) -> tuple[Any, ...]:
    """Return the parts of a result that do not depend on the machine."""
    return played.number, played.points, played.won, [spent.actions for spent in played.spent]


def test_the_games_of_a_round_have_one_layout_and_the_first_player_each_seat() -> None:
    contest = Contest("tribes", {}, 3, f"{__name__}:noting", "greedy")
    began = []
    for number in range(6):
        BEGUN.clear()
        contest.played(number)
        began.append(BEGUN[0])
    assert [position.current_player() for position in began] == [0, 1, 2, 0, 1, 2]
    assert began[0].to_json()["tiles"] == began[1].to_json()["tiles"] != began[3].to_json()["tiles"]


def test_two_who_think_the_same_each_time_play_another_game_in_each_round() -> None:
    siesta = Contest("siesta", {}, 2, "greedy", "greedy")
    points = [siesta.played(number).points for number in range(6)]
    assert points[0::2] == points[1::2], "both games of a round begin alike"
    assert len(set(points)) == 3


def test_where_dice_are_rolled_the_players_begin_by_themselves() -> None:
    BEGUN.clear()
    Contest("dawn", {}, 2, f"{__name__}:noting", "greedy").played(0)
    assert BEGUN[0] == rules.game("dawn").initial_position(rules.game("dawn").new_setup(2))


def test_another_seed_is_another_contest_with_other_games() -> None:
    other = replace(SEASONS, seed=2)
    assert other.name != SEASONS.name
    assert result(other.played(0)) != result(SEASONS.played(0))


def test_a_contest_names_every_option_of_its_game() -> None:
    assert settled(SEASONS).options == {"version": "full"}
    assert settled(SEASONS) == settled(replace(SEASONS, options={"version": "full"}))


def test_who_plays_otherwise_than_before_is_in_another_contest() -> None:
    before = settled(replace(SEASONS, first="greedy", second="greedy"))
    careless = settled(replace(SEASONS, first="level1", second="greedy"))
    seasons = rules.game("seasons")
    with variants.Variant(seasons, [variants.number(seasons, "tactics:SHARPNESS")], [1.0]).in_force():
        assert settled(before) == before, "what looks best is still the same"
        assert settled(careless).name != careless.name


def test_nobody_plays_what_cannot_be_played() -> None:
    with pytest.raises(UnknownPlayer):
        settled(replace(SEASONS, second="nobody"))
    with pytest.raises(BadSetup):
        settled(replace(SEASONS, players=7))


def test_only_whole_rounds_count() -> None:
    games = {number: SEASONS.played(number) for number in (0, 1, 2)}
    assert tally_of(SEASONS, games).decisions == 2


def test_what_was_spent_is_summed_up_by_side() -> None:
    games = [
        Played(0, (1, 0), (0,), (Spent(2, 0.5, 0.25), Spent(3, 1.0, 0.75))),
        Played(1, (1, 0), (0,), (Spent(4, 1.5, 1.25), Spent(5, 2.0, 0.5))),
    ]
    assert spent_on(dict(enumerate(games))) == (Spent(6, 2.0, 1.25), Spent(8, 3.0, 0.75))

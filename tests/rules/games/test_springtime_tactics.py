"""The heuristics of Springtime, compared with consequences of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from rules.games.springtime import tactics
from rules.games.springtime.placements import hope
from rules.games.springtime.position import Springtime
from tests.rules.games.springtime_games import SCORINGS, against_random, best_end, ending, random_game


def test_a_token_that_wins_at_once_is_estimated_as_won() -> None:
    for seed, scoring in product(range(10), SCORINGS):
        last = ending(seed, scoring)
        assert tactics.estimate(last)[last.winners()[0]] == 1


@pytest.mark.parametrize("scoring", SCORINGS)
def test_near_the_end_whoever_can_force_a_win_is_estimated_better_than_after_a_mistake(scoring: str) -> None:
    decided = 0
    for seed in range(120):
        for position in [each for each in random_game(seed, scoring) if each.legal and each.room.bit_count() <= 6]:
            wins, losses = split_by_outcome(position)
            if wins and losses:
                decided += 1
                assert max(wins) > min(losses)
                assert tactics.estimate(position.apply(best_by_estimate(position)))[position.seat] == max(wins + losses)
    assert decided >= 10


def split_by_outcome(position: Springtime) -> tuple[list[float], list[float]]:
    """Return the estimates for the seat to move after tokens that win by force, and after tokens that lose."""
    wins: list[float] = []
    losses: list[float] = []
    for token in position.legal_actions():
        after = position.apply(token)
        won = best_end(after) == (position.seat == 0)
        (wins if won else losses).append(tactics.estimate(after)[position.seat])
    return wins, losses


def best_by_estimate(position: Springtime) -> Any:
    return max(position.legal_actions(), key=lambda token: tactics.estimate(position.apply(token))[position.seat])


def small_ends(seeds: range) -> Iterator[Springtime]:
    for seed in seeds:
        yield from (each for each in random_game(seed) if each.room.bit_count() <= 8)


def test_near_the_end_a_seat_is_estimated_by_its_chance_against_tokens_placed_at_random() -> None:
    for position in small_ends(range(40)):
        chances = [against_random(position, seat) for seat in range(2)]
        assert tactics.estimate(position) == pytest.approx(chances)


@pytest.mark.parametrize("enough", [0.2, 0.5, 0.8, 0.95])
def test_a_hope_is_exact_where_it_is_more_than_enough_and_a_bound_elsewhere(enough: float) -> None:
    for position in small_ends(range(100, 140)):
        for seat in range(2):
            found = hope(seat, sum(position.owned), position.room, position.last, 0, enough)
            exact = against_random(position, seat)
            assert found == pytest.approx(exact) if exact > enough else exact - 1e-9 <= found <= enough + 1e-9

"""Sketches of Springtime, held against the rules at every position of games at random."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rules.games.springtime import tactics
from rules.games.springtime.majorities import SEARCHED_TO_THE_END, _known, best_worth
from rules.games.springtime.position import Springtime
from rules.games.springtime.sketch import Sketch, sketched
from rules.games.springtime.squares import BOARD
from tests.rules.games.springtime_games import SCORINGS, best_end, random_game


def says_the_same(sketch: Sketch, position: Springtime) -> bool:
    """Check that a sketch agrees with the position: seat to move, legal actions and points."""
    first, second = position.scores()
    return (
        sketch.current_player() == position.current_player()
        and sketch.legal_actions() == list(position.legal_actions())
        and sketch.room == position.room
        and sketch.ahead() == first - second
        and (bool(position.legal) or sketch.worth() == (position.winners() == (0,)))
    )


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_sketch_says_at_every_position_what_the_rules_say(scoring: str) -> None:
    ends = set()
    for seed in range(150):
        game = list(random_game(seed, scoring))
        sketch = sketched(game[0])
        for position, after in pairwise(game):
            assert says_the_same(sketch, position)
            assert says_the_same(sketched(position), position)
            sketch = sketch.apply(next(token for token in position.legal_actions() if position.apply(token) == after))
        assert says_the_same(sketch, game[-1])
        ends.add((sketch.ahead() > 0, sketch.ahead() == 0, sketch.worth()))
    assert len(ends) == {"difference": 3, "majority": 4}[scoring], "won, and level and won by either"


def test_the_squares_of_a_gain_are_those_where_a_token_changes_the_difference_by_as_much() -> None:
    for position in [each for seed in range(40) for each in random_game(seed, "majority") if each.legal]:
        by_gain = sketched(position).gains()
        assert sum(by_gain) == position.legal
        for token in position.legal_actions():
            before, after = position.scores(), position.apply(token).scores()
            seat = position.seat
            gain = (after[seat] - after[1 - seat]) - (before[seat] - before[1 - seat])
            assert by_gain[gain] & BOARD.bits[token.square]


def test_near_the_end_majorities_are_won_by_whoever_wins_by_the_rules() -> None:
    near = [each for seed in range(60) for each in random_game(seed, "majority") if each.room.bit_count() <= 8]
    known = [best_worth(sketched(each)) for each in near]
    assert known == [best_end(each) == 1 for each in near]
    assert min(known.count(True), known.count(False)) >= 10


def alone(sketch: Sketch) -> float:
    """Return the sketch's value for seat 0 without earlier knowledge."""
    _known.clear()
    return best_worth(sketch)


def test_what_is_known_of_the_end_in_one_landscape_is_not_taken_for_that_of_another() -> None:
    games = [each for seed in range(60) for each in random_game(seed, "majority") if each.legal]
    near = [sketched(each) for each in games if each.room.bit_count() <= SEARCHED_TO_THE_END]
    told_apart = 0
    for here, other in pairwise(sorted(near, key=lambda each: len(each.ground.regions))):
        if len(here.ground.regions) == len(other.ground.regions):
            there = Sketch(other.ground, here.taken, here.leads, here.last, here.seat, here.room, here.legal)
            expected = [alone(there), alone(here)]
            assert [best_worth(there), best_worth(here)] == expected
            told_apart += expected[0] != expected[1]
    assert told_apart


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_position_is_settled_where_every_sample_says_who_wins_when_both_play_their_best(scoring: str) -> None:
    rng, won = Random(8), set()
    for position in [each for seed in range(30) for each in random_game(seed, scoring)]:
        sketch = sketched(position)
        if tactics.settled(sketch) and position.room.bit_count() <= 8:
            expected = tactics.sample(sketch, rng)
            assert [tactics.sample(sketch, rng) for _ in range(3)] == [expected] * 3
            assert expected == (best_end(position), 1 - best_end(position))
            won.add(expected)
    assert len(won) == 2
    assert not any(tactics.settled(sketched(next(iter(random_game(seed, scoring))))) for seed in range(5))


def test_a_sample_of_majorities_tells_the_squares_that_each_seat_took() -> None:
    rng = Random(4)
    far = [each for each in list(random_game(5, "majority"))[1:] if each.room.bit_count() > SEARCHED_TO_THE_END]
    assert len(far) >= 10
    for position in far:
        sketch = sketched(position)
        first, second = (sum(BOARD.bits[square] for square in own) for own in tactics.traced(sketch, rng)[1])
        assert not first & second
        assert (first | second) & sketch.room == first | second
        placed = first.bit_count() - second.bit_count()
        assert placed in ({0, 1} if position.seat == 0 else {0, -1})
        assert (second if position.seat else first) & position.legal

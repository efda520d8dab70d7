"""The search in matches: the sum of both games counts, not the winner of one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import rules
from rules import CHANCE, AnyPosition
from rules.games.dawn.position import DawnPosition
from rules.games.springtime.position import Springtime
from rules.games.springtime.sketch import Sketch
from rules.searching import Matching, Sketching, in_match
from tests.rules.games.springtime_games import SCORINGS, best_end, ending, random_game

DAWN, SPRINGTIME = rules.game("dawn").tactics, rules.game("springtime").tactics
BARS = 12


def of_totals(first: int, second: int) -> float:
    """Return the value for seat 0 of a match with these totals."""
    return 0.5 + (first > second) / 2 - (first < second) / 2


def played(seed: int) -> list[DawnPosition]:
    """Return the positions of a random game of DAWN."""
    rng, game = Random(seed), rules.game("dawn")
    positions = [game.initial_position(game.new_setup(2))]
    while (seat := positions[-1].current_player()) is not None:
        here: AnyPosition = positions[-1]
        actions = [action for action, _ in here.chance_outcomes()] if seat == CHANCE else here.legal_actions()
        positions.append(here.apply(rng.choice(actions)))
    return [each for each in positions if isinstance(each, DawnPosition)]


def under_way() -> list[DawnPosition]:
    """Positions of DAWN with an asteroid on the board, in which bars are still to come."""
    positions = [each for seed in range(5) for each in played(seed)]
    return [each for each in positions if len(each.bars) < BARS and each.vesta is not None]


def test_a_game_that_is_played_alike_in_matches_keeps_its_tactics() -> None:
    told = {name: isinstance(game.tactics, Matching) for name, game in rules.games().items()}
    assert [name for name, matching in told.items() if matching] == ["dawn", "springtime"]
    siesta = rules.game("siesta").tactics
    assert in_match(siesta, (3, 4)) is siesta


@pytest.mark.parametrize("by", [-1, 0, 1])
def test_the_end_of_dawns_second_game_is_worth_what_the_match_is(by: int) -> None:
    for seed in range(10):
        last = played(seed)[-1]
        nature, _ = last.scores()
        first = of_totals(nature, nature + by)
        assert list(in_match(DAWN, (0, nature + by)).estimate(last)) == [first, 1 - first]


def test_in_dawns_second_game_more_room_is_better_and_a_higher_target_worse_at_each_position() -> None:
    for position in [
        each for seed in range(5) for each in played(seed) if len(each.bars) < 12 and each.vesta is not None
    ]:
        chances = [in_match(DAWN, (0, target)).estimate(position)[0] for target in (5, 15, 25, 40)]
        assert chances == sorted(chances, reverse=True)
        assert all(0 < chance < 1 for chance in chances)


def test_what_is_expected_in_dawn_is_as_likely_to_be_exceeded_as_not() -> None:
    for position in [
        each for seed in range(5) for each in played(seed) if len(each.bars) < 12 and each.vesta is not None
    ]:
        share, _ = DAWN.estimate(position)
        expected = 16 * share / (1 - share)
        below, above = (
            in_match(DAWN, (0, target)).estimate(position)[0] for target in (int(expected), int(expected) + 1)
        )
        assert above <= 0.5 <= below


def test_in_the_first_game_of_a_match_dawn_is_played_for_points() -> None:
    for position in played(3):
        assert in_match(DAWN, None).estimate(position) == DAWN.estimate(position)


@pytest.mark.parametrize("carried", [(0, 0), (0, 3), (17, 12), (16, 17)])
@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_end_of_springtimes_second_game_is_worth_what_the_match_is(scoring: str, carried: Sequence[int]) -> None:
    tactics = in_match(SPRINGTIME, carried)
    for seed in range(60):
        last = ending(seed, scoring)
        first = of_totals(*(points + more for points, more in zip(last.scores(), carried, strict=True)))
        assert list(tactics.estimate(last)) == [first, 1 - first]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_in_springtimes_first_game_more_points_are_worth_more_and_a_free_placement_nothing(scoring: str) -> None:
    tactics = in_match(SPRINGTIME, None)
    worth: dict[int, set[float]] = {}
    for seed in range(150):
        last = ending(seed, scoring)
        first, second = last.scores()
        worth.setdefault(first - second, set()).add(tactics.estimate(last)[0])
    assert all(len(values) == 1 for values in worth.values())
    by_lead = [values.pop() for _, values in sorted(worth.items())]
    assert by_lead == sorted(set(by_lead))
    assert len(by_lead) >= 2


def best_of_match(position: Springtime, carried: Sequence[int]) -> float:
    """Return the match's value for seat 0 if both play the rest of its second game perfectly."""
    if not position.legal:
        return of_totals(*(points + more for points, more in zip(position.scores(), carried, strict=True)))
    worth = [best_of_match(position.apply(token), carried) for token in position.legal_actions()]
    return min(worth) if position.seat else max(worth)


def sampling(carried: Sequence[int]) -> Sketching[Springtime, Sketch]:
    """Springtime's tactics for the second game of a match."""
    tactics = in_match(SPRINGTIME, carried)
    assert isinstance(tactics, Sketching)
    return tactics


@pytest.mark.parametrize("carried", [(0, 0), (0, 3)])
@pytest.mark.parametrize("scoring", SCORINGS)
def test_near_the_end_a_sample_knows_who_wins_the_match(scoring: str, carried: Sequence[int]) -> None:
    tactics = sampling(carried)
    near = [each for seed in range(60) for each in random_game(seed, scoring) if each.legal]
    found = []
    for position in [each for each in near if each.room.bit_count() <= 7]:
        first = best_of_match(position, carried)
        found.append(first)
        assert list(tactics.sample(tactics.sketch(position), Random(1))) == [first, 1 - first]
    assert len(set(found)) >= 2


def test_with_differences_a_match_is_fought_for_the_last_placement_where_a_game_by_itself_is_not() -> None:
    tactics, told_apart = sampling((0, 0)), 0
    for position in [each for seed in range(40) for each in random_game(seed) if each.legal]:
        if position.room.bit_count() <= 8:
            best = best_of_match(position, (0, 0))
            kept = [t for t in position.legal_actions() if best_of_match(position.apply(t), (0, 0)) == best]
            looked_at = {token for token, _ in tactics.prospects(tactics.sketch(position))}
            assert looked_at == set(kept)
            told_apart += best_end(position) != (best > 1 / 2)
    assert told_apart >= 10

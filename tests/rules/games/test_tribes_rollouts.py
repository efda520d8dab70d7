"""Games of Tribes played on at random, held against the rules."""

from __future__ import annotations

from random import Random

import pytest

from rules.games.tribes import tactics
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.rollouts import played_out
from tests.rules.games.tribes_games import TABLES, random_game

SAMPLES = 60


def ends(position: TribesPosition) -> set[tuple[int, ...]]:
    """The points of all games that can follow."""
    if position.current_player() is None:
        return {tuple(position.scores())}
    return set().union(*[ends(position.apply(action)) for action in position.legal_actions()])


@pytest.mark.parametrize(("players", "coins"), TABLES)
@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_played_on_at_random_ends_as_a_legal_one_can(
    players: int, coins: str, seed: int, *, careful: bool
) -> None:
    game = list(random_game(players, coins, seed))
    for position in game[-4:]:  # the last turn, with its coin, and the coin of the turn before it
        possible, rng = ends(position), Random(seed)
        assert {tuple(played_out(position, rng, careful=careful)) for _ in range(SAMPLES)} <= possible


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_every_end_of_the_last_turn_comes_up(players: int, coins: str) -> None:
    position = next(p for p in reversed(list(random_game(players, coins, 7))) if len(ends(p)) > 1)
    rng = Random(7)
    assert {tuple(played_out(position, rng)) for _ in range(SAMPLES * 20)} == ends(position)


@pytest.mark.parametrize("players", [3, 4])
def test_who_is_careful_makes_more_points_of_a_last_turn_than_who_is_not(players: int) -> None:
    gained = 0.0
    for seed in range(6):
        *_, position, _, _ = random_game(players, "standard", seed)  # the last turn: a Shaman, its coin, and the end
        seat = position.seat or 0
        careless, careful = (
            sum(played_out(position, rng, careful=care)[seat] for _ in range(SAMPLES))
            for care, rng in ((False, Random(seed)), (True, Random(seed)))
        )
        gained += (careful - careless) / SAMPLES
    assert gained > 0


def test_the_careful_place_coins_of_other_tribes_at_random_too() -> None:
    last = [p for seed in range(20) for p in random_game(4, "advanced", seed) if sum(map(sum, p.hands)) == 1]
    theirs = [p for p in last if not p.mid_turn and not p.hands[p.seat or 0][p.chosen[p.seat or 0]]]
    assert theirs
    for position in theirs:
        assert played_out(position, Random(5), careful=True) == played_out(position, Random(5))


def test_whoever_cannot_move_any_shaman_discards_and_the_game_ends_when_all_do() -> None:
    stuck = [p for seed in range(30) for p in random_game(4, "standard", seed) if p.passes]
    for position in stuck[:20]:
        assert len(played_out(position, Random(1))) == 4
    assert stuck


@pytest.mark.parametrize(("players", "coins"), TABLES)
def test_a_sample_shares_one_among_the_seats(players: int, coins: str) -> None:
    rng = Random(3)
    for position in random_game(players, coins, seed=3):
        assert sum(tactics.sample(position, rng)) == pytest.approx(1)


def test_a_sample_is_exact_at_the_end_and_before_tribes_are_chosen_is_the_estimate() -> None:
    *_, end = game = list(random_game(2, "standard", seed=4))
    for position in (game[0], end):
        assert tactics.sample(position, Random(1)) == tactics.estimate(position)

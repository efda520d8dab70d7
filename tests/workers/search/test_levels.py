"""The five levels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

import rules
from rules import Game
from tests.workers.search.toys import Nim, NimTactics, Told, TreeTactics, end, turn
from workers.search import LEVELS, Budget, choose, choose_turn
from workers.search.levels import TURN_SECONDS

SMALL = Budget(1.0, 60)


def still() -> float:
    """A clock that stands still."""
    return 0.0


class Silent(TreeTactics):
    """Judges nothing."""

    def estimate(self, position: Told) -> Sequence[float]:
        raise AssertionError("there was nothing to judge")


def test_there_are_five() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", rules.games().values(), ids=lambda game: game.id)
def test_every_level_plays_a_whole_legal_turn_of_every_game(game: Game, level: int) -> None:
    for players in game.players:
        rng = Random(players)
        position = game.initial_position(game.new_setup(players, {}, rng))
        for _ in range(6):
            while position.current_player() == rules.CHANCE:
                position = position.apply(rng.choice(position.chance_outcomes())[0])
            actions = choose_turn(position, game.tactics, level, rng, still, SMALL)
            position = rules.play(position, ", ".join(map(str, actions)))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_and_budget_give_the_same_actions(level: int) -> None:
    game = rules.game("seasons")
    position = game.initial_position(game.new_setup(2)).apply(game.parse_action("roll 2 4 5"))
    chosen = {str(choose(position, game.tactics, level, Random(4), still, Budget(1.0, 300))) for _ in range(3)}
    assert len(chosen) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_where_there_is_no_choice_nothing_is_judged(level: int) -> None:
    assert choose_turn(turn(0, (0.5,), only=end(1.0)), Silent(), level, Random(1)) == ["only"]


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_search_ends_when_its_seconds_are_over(level: int) -> None:
    seconds = count()
    choose(Nim(200), NimTactics(), level, Random(1), lambda: next(seconds), Budget(50.0, 10**9))
    assert next(seconds) < 60


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_search_ends_when_its_nodes_are_spent(level: int) -> None:
    assert choose(Nim(200), NimTactics(), level, Random(1), still, Budget(1.0, 500)) in (1, 2, 3)


def test_a_turn_of_many_actions_is_not_thought_over_longer_than_a_turn_may_take() -> None:
    siesta = rules.game("siesta")
    position = siesta.initial_position(siesta.new_setup(2, {}, Random(3)))
    ticks = count(step=TURN_SECONDS)

    actions = choose_turn(position, siesta.tactics, 5, Random(1), lambda: float(next(ticks)), Budget(1e9, 10**9))

    assert not rules.play(position, ", ".join(map(str, actions))).mid_turn


def test_one_action_of_a_turn_is_the_first_of_the_turn() -> None:
    second = turn(0, (0.5,), unfinished=True, good=end(1.0), bad=end(0.0))
    begin = turn(0, (0.5,), begin=second, stop=end(0.2))
    assert choose(begin, TreeTactics(), 3, Random(1), still) == "begin"
    assert choose_turn(begin, TreeTactics(), 3, Random(1), still) == ["begin", "good"]


def test_a_turn_that_was_planned_in_part_is_planned_to_its_end() -> None:
    second = turn(0, (0.5,), unfinished=True, good=end(1.0), bad=end(0.0))
    begin = turn(0, (0.5,), begin=second, stop=end(0.2))
    assert choose_turn(begin, TreeTactics(), 5, Random(1), still, Budget(1.0, 20)) == ["begin", "good"]


def test_a_higher_level_wins_more() -> None:
    wins = [sum(nim_is_won(level, Random(seed)) for seed in range(40)) for level in (1, 3, 5)]
    assert wins[0] < wins[1] < wins[2] == 40


def nim_is_won(level: int, rng: Random) -> bool:
    """Whether a level that begins with ten matches beats a player who takes any number."""
    position = Nim(10)
    while (seat := position.current_player()) is not None:
        guess = rng.choice(position.legal_actions())
        budget = Budget(1.0, 1000)
        position = position.apply(guess if seat else choose(position, NimTactics(), level, rng, still, budget))
    return position.winners() == [0]

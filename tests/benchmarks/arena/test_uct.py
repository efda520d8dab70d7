"""The reference player, held against UCT as textbooks have it."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from random import Random

import pytest

from benchmarks.arena.uct import EXPLORATION, Uct, UctNode, played_out
from tests.workers.search.toys import Nim, NimTactics, Told, TreeTactics, end, roll, turn
from workers.search.limit import Budget

ARMS = (0.9, 0.8, 0.45, 0.1)
BANDIT = Told(0, (0.5,), {f"arm{number}": (1.0, end(reward)) for number, reward in enumerate(ARMS)})


def grown(position: Told, rounds: int, seed: int = 1) -> UctNode:
    """Grow a search tree for a number of rounds."""
    return Uct().grown(position, TreeTactics(), Random(seed), Budget(1.0, rounds).start(lambda: 0.0))


def visits(root: UctNode) -> dict[str, int]:
    """By action, how often it was visited."""
    return {child.action: child.visits for child in root.children}


def ucb1(rounds: int) -> list[int]:
    """How often UCB1 pulls each arm, written down once more, arm by arm."""
    pulls = [1] * len(ARMS)
    for pulled in range(len(ARMS), rounds):
        bounds = [ARMS[arm] + sqrt(2 * log(pulled) / pulls[arm]) for arm in range(len(ARMS))]
        pulls[bounds.index(max(bounds))] += 1
    return pulls


@pytest.mark.parametrize("rounds", [4, 5, 10, 57, 400])
def test_where_one_choice_ends_the_game_it_is_ucb1(rounds: int) -> None:
    expected = {f"arm{number}": pulls for number, pulls in enumerate(ucb1(rounds))}
    assert visits(grown(BANDIT, rounds)) == expected


def test_the_constant_is_that_of_ucb1_for_rewards_from_zero_to_one() -> None:
    assert pytest.approx(2.0) == EXPLORATION**2


@pytest.mark.parametrize("seed", range(5))
def test_every_action_is_tried_once_before_any_is_tried_twice(seed: int) -> None:
    for rounds in range(1, 5):
        assert list(visits(grown(BANDIT, rounds, seed)).values()) == [1] * rounds


def test_which_action_is_tried_first_is_left_to_chance() -> None:
    first = Counter(grown(BANDIT, 1, seed).children[0].action for seed in range(400))
    assert all(count == pytest.approx(100, abs=35) for count in first.values())
    assert len(first) == len(ARMS)


def test_every_round_adds_one_node_and_is_counted_in_all_that_it_passes() -> None:
    root = Uct().grown(Nim(30), NimTactics(), Random(4), Budget(1.0, 500).start(lambda: 0.0))
    nodes = [root]
    for node in nodes:
        nodes += node.children
        if node is not root and node.seat is not None:
            assert node.visits == 1 + sum(child.visits for child in node.children)
    assert root.visits == sum(child.visits for child in root.children) == 500
    assert len(nodes) == 501


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_it_leaves_a_multiple_of_four_at_nim(heap: int) -> None:
    limit = Budget(1.0, 6000).start(lambda: 0.0)
    assert Uct().find(Nim(heap), NimTactics(), Random(3), limit) == [heap % 4]


def test_the_action_most_visited_is_taken() -> None:
    root = grown(BANDIT, 50)
    limit = Budget(1.0, 50).start(lambda: 0.0)
    assert Uct().find(BANDIT, TreeTactics(), Random(1), limit) == [max(visits(root), key=visits(root).__getitem__)]


def test_each_of_three_seats_wants_the_most_for_itself() -> None:
    third = turn(2, (), mine=end(0.5, 0.0, 0.5), theirs=end(0.0, 0.9, 0.1))
    second = turn(1, (), hand_on=third, take=end(0.0, 0.3, 0.7))
    assert max(visits(root := grown(turn(0, (), wait=second, stop=end(0.2, 0.4, 0.4)), 2000)).values()) > 1500
    assert max(root.children, key=lambda child: child.visits).action == "stop"


def test_dice_are_rolled_by_their_probabilities() -> None:
    root = grown(turn(0, (), throw=roll((), rare=(1 / 6, end(1.0)), usual=(5 / 6, end(0.0)))), 6000)
    dice = root.children[0]
    assert visits(dice)["rare"] == pytest.approx(1000, abs=100)
    assert dice.totals[0] == visits(dice)["rare"]


def test_games_are_played_out_by_any_action_as_likely_as_another() -> None:
    fork = turn(0, (), left=end(1.0), right=turn(1, (), left=end(0.5), right=end(0.0)))
    rng = Random(2)
    ends = Counter(TreeTactics().estimate(played_out(fork, rng))[0] for _ in range(4000))
    assert [ends[value] / 4000 for value in (1.0, 0.5, 0.0)] == pytest.approx([0.5, 0.25, 0.25], abs=0.03)


def test_what_a_position_looks_like_before_its_end_is_not_asked() -> None:
    trap = turn(1, (0.99, 0.01), spring=end(0.0, 1.0))
    root = grown(turn(0, (0.5, 0.5), trap=(9.0, trap), quiet=(0.1, end(0.4, 0.6))), 200)
    assert max(root.children, key=lambda child: child.visits).action == "quiet"


def test_it_finds_an_action_even_if_it_may_not_spend_anything() -> None:
    assert Uct().find(BANDIT, TreeTactics(), Random(1), Budget(0.0, 0).start(lambda: 0.0))[0].startswith("arm")

"""Monte Carlo tree search."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest

from tests.workers.search.toys import Nim, NimTactics, Told, TreeTactics, end, roll, turn
from workers.search.limit import Budget
from workers.search.tree import LOOKS, Node, Samples, Scale, TreeSearch, walk


def found(position: Told, nodes: int = 400) -> list[str]:
    """Return the actions found within so many nodes, with a constant clock."""
    return TreeSearch().find(position, TreeTactics(), Random(1), Budget(1.0, nodes).start(lambda: 0.0))


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11, 13])
def test_it_leaves_a_multiple_of_four_at_nim(heap: int) -> None:
    limit = Budget(1.0, 3000).start(lambda: 0.0)
    assert TreeSearch().find(Nim(heap), NimTactics(), Random(3), limit) == [heap % 4]


def test_it_does_not_step_into_a_trap_that_looks_good() -> None:
    trap = turn(1, (0.9, 0.1), spare=end(1.0, 0.0), spring=end(0.0, 1.0))
    assert found(turn(0, (0.5, 0.5), trap=(5.0, trap), quiet=(1.0, end(0.4, 0.6)))) == ["quiet"]


def test_each_of_three_seats_wants_the_most_for_itself() -> None:
    third = turn(2, (0.4, 0.3, 0.3), mine=end(0.5, 0.0, 0.5), theirs=end(0.0, 0.9, 0.1))
    second = turn(1, (0.4, 0.3, 0.3), hand_on=third, take=end(0.0, 0.3, 0.7))
    assert found(turn(0, (0.4, 0.3, 0.3), wait=second, stop=end(0.2, 0.4, 0.4))) == ["stop"]


def test_a_team_helps_itself() -> None:
    other = turn(1, (0.3, 0.3), well=end(1.0, 1.0), badly=end(0.0, 0.0))
    assert found(turn(0, (0.5, 0.5), trust=other, alone=end(0.6, 0.6))) == ["trust"]


@pytest.mark.parametrize(("safe", "best"), [(0.55, "throw"), (0.7, "keep")])
def test_a_roll_is_worth_the_mean_of_what_follows(safe: float, best: str) -> None:
    dice = roll((0.5, 0.5), six=(1 / 3, end(1.0, 0.0)), other=(2 / 3, end(0.45, 0.55)))
    assert found(turn(0, (0.5, 0.5), keep=end(safe, 1 - safe), throw=dice), nodes=2000) == [best]


def test_outcomes_are_drawn_as_often_as_their_probabilities_say() -> None:
    node = Node(roll((0.5,), rare=(1 / 216, end(1.0)), usual=(215 / 216, end(0.0))))
    node.grow(Samples(TreeTactics(), node.position), Random(5))
    rare = 0
    for node.visits in range(21_600):
        rare += node.draw() == 0
    assert rare == pytest.approx(100, abs=3)


def test_the_rest_of_the_turn_is_found_with_its_beginning() -> None:
    second = turn(0, (0.5,), unfinished=True, good=end(1.0), bad=end(0.0))
    assert found(turn(0, (0.5,), begin=second, stop=end(0.2))) == ["begin", "good"]


def test_what_is_little_known_is_left_to_another_search() -> None:
    dice = roll((0.9,), six=(1 / 2, end(1.0)), other=(1 / 2, end(0.8)))
    second = turn(0, (0.5,), unfinished=True, good=dice, bad=end(0.0))
    assert found(turn(0, (0.5,), begin=second, stop=end(0.2)), nodes=20) == ["begin"]


class Slowly(TreeTactics):
    """Thinks about each action by itself."""

    EACH_ACTION = True


def test_in_a_game_that_is_patient_the_rest_of_the_turn_is_left_to_another_search() -> None:
    second = turn(0, (0.5,), unfinished=True, good=end(1.0), bad=end(0.0))
    limit = Budget(1.0, 400).start(lambda: 0.0)
    assert TreeSearch().find(turn(0, (0.5,), begin=second, stop=end(0.2)), Slowly(), Random(1), limit) == ["begin"]


class Rumours(TreeTactics):
    """Tactics with roughly true estimates, which add moves later."""

    def prospects(self, position: Told) -> Sequence[tuple[str, float]]:
        return [(action, 1.0) for action in position.branches]

    def candidates(self, position: Told) -> Sequence[tuple[str, float]]:
        raise AssertionError("quicker ones are there")

    def sample(self, position: Told, rng: Random) -> Sequence[float]:
        return [float(rng.random() < value) for value in position.values]

    def estimate(self, position: Told) -> Sequence[float]:
        raise AssertionError("samples are there")


def test_where_a_game_has_samples_their_mean_decides() -> None:
    limit = Budget(1.0, 3000).start(lambda: 0.0)
    fork = turn(0, (0.5,), good=end(0.6), bad=(99.0, end(0.4)))
    assert TreeSearch().find(fork, Rumours(), Random(2), limit) == ["good"]


class Slow(Rumours):
    """Counts how often it looks for prospects."""

    def __init__(self) -> None:
        self.looked = 0

    def prospects(self, position: Told) -> Sequence[tuple[str, float]]:
        self.looked += 1
        return super().prospects(position)


def test_prospects_are_looked_for_after_a_few_samples_of_a_position() -> None:
    tactics, inner = Slow(), turn(1, (0.5, 0.5), on=end(0.6, 0.4))
    root = Node(turn(0, (0.5, 0.5), only=inner))
    samples, scale = Samples(tactics, root.position), Scale()
    root.grow(samples, Random(1))
    for walks in range(1, 2 * LOOKS):
        walk(root, samples, Random(1), scale)
        assert tactics.looked == (1 if walks <= LOOKS + 1 else 2)


def test_a_node_takes_the_action_that_the_formula_names() -> None:
    rng, scale = Random(6), Scale()
    ways: dict[str, Any] = {f"way{n}": (1.0 + n % 3, end((n * 7 % 5) / 5)) for n in range(8)}
    root = Node(turn(0, (0.5,), **ways))
    samples = Samples(TreeTactics(), root.position)
    root.grow(samples, rng)
    for _ in range(300):
        if root.visits:
            assert root.select(scale.exploration) == formula(root, scale.exploration)
        walk(root, samples, rng, scale)


def formula(node: Node, exploration: float) -> int:
    """Choose by PUCT, written a second time, action by action."""
    own = node.totals[0] / node.visits
    pull = exploration * sqrt(node.visits)
    scores = [
        (child.totals[0] / child.visits if child else own) + pull * share / (1 + (child.visits if child else 0))
        for child, share in zip(node.children, node.shares, strict=True)
    ]
    return scores.index(max(scores))


class Traced(Rumours):
    """Tactics that record the actions leading to a sample; two ways lead to the same good position."""

    def equivalence(self, position: Told) -> float:
        return 50.0

    def mark(self, action: str) -> int:
        return ord(action[0])

    def traced(self, position: Told, rng: Random) -> tuple[Sequence[float], Sequence[Sequence[int]]]:
        return position.values, ([ord("b")], [])


def test_an_action_not_tried_yet_is_known_by_what_it_brought_elsewhere() -> None:
    tactics, position = Traced(), turn(0, (0.5, 0.5), a=end(0.9, 0.1), b=end(0.2, 0.8), c=end(0.1, 0.9))
    samples, scale, rng = Samples(tactics, position), Scale(), Random(1)
    root = Node(position)
    root.grow(samples, rng)
    for _ in range(2):
        walk(root, samples, rng, scale)
    assert [child is not None for child in root.children] == [True, False, False]
    assert root.means[1] == pytest.approx(0.9), "b has come up in the sample of a"
    assert root.means[2] == pytest.approx(0.5), "of c nobody has heard"


def test_with_visits_an_action_counts_for_itself() -> None:
    limit = Budget(1.0, 2000).start(lambda: 0.0)
    position = turn(0, (0.5, 0.5), a=end(0.6, 0.4), b=end(0.9, 0.1), c=end(0.1, 0.9))
    assert TreeSearch().find(position, Traced(), Random(1), limit) == ["b"]


class Known(Slow):
    """Tactics that know the value of decided positions."""

    def __init__(self) -> None:
        super().__init__()
        self.sampled = 0

    def settled(self, position: Told) -> bool:
        return max(position.values) == 1

    def sample(self, position: Told, rng: Random) -> Sequence[float]:
        self.sampled += self.settled(position)
        return super().sample(position, rng)


def test_nothing_is_looked_for_behind_a_position_that_is_settled() -> None:
    tactics, limit = Known(), Budget(1.0, 400).start(lambda: 0.0)
    won = turn(1, (1.0, 0.0), blunder=end(0.0, 1.0))
    fork = turn(0, (0.5, 0.5), lose=end(0.0, 1.0), win=won, wait=end(0.5, 0.5))
    assert TreeSearch().find(fork, tactics, Random(2), limit) == ["win"]
    assert (tactics.looked, tactics.sampled) == (1, 2)


def test_what_is_settled_at_once_is_looked_into_all_the_same_to_find_an_action() -> None:
    tactics, limit = Known(), Budget(1.0, 400).start(lambda: 0.0)
    won = turn(0, (1.0, 0.0), win=end(1.0, 0.0), lose=end(0.0, 1.0))
    assert TreeSearch().find(won, tactics, Random(2), limit) == ["win"]


def test_who_can_choose_a_settled_win_needs_no_further_look() -> None:
    tactics, limit = Known(), Budget(1.0, 400).start(lambda: 0.0)
    refuted = turn(1, (0.9, 0.1), blunder=turn(0, (0.9, 0.1), on=end(0.9, 0.1)), reply=end(0.0, 1.0))
    fork = turn(0, (0.5, 0.5), greedy=(9.0, refuted), wait=end(0.4, 0.6))
    assert TreeSearch().find(fork, tactics, Random(2), limit) == ["wait"]
    assert tactics.looked == 2


def test_who_can_only_choose_what_is_settled_gets_the_best_of_it() -> None:
    position = turn(0, (0.5, 0.5), go=turn(1, (0.9, 0.1), a=end(0.8, 0.2), b=end(0.4, 0.6), c=end(0.6, 0.4)))
    samples, scale, rng = Samples(TreeTactics(), position), Scale(), Random(1)
    root = Node(position)
    root.grow(samples, rng)
    for _ in range(100):
        walk(root, samples, rng, scale)
    assert root.children[0] is not None
    assert root.children[0].final == (0.4, 0.6)
    assert root.means == pytest.approx([0.4])
    assert not root.final, "an action is to be found at the root"


def test_a_roll_is_not_settled_by_one_of_its_outcomes() -> None:
    dice = roll((0.5, 0.5), six=(1 / 2, end(1.0, 0.0)), other=(1 / 2, end(0.0, 1.0)))
    assert found(turn(0, (0.5, 0.5), throw=dice, keep=end(0.6, 0.4))) == ["keep"]


def test_a_sure_win_is_chosen_however_late_it_was_seen() -> None:
    position = turn(0, (0.5,), good=(9.0, turn(0, (0.9,), on=end(0.9))), win=end(1.0))
    samples, scale, rng = Samples(TreeTactics(), position), Scale(), Random(1)
    root = Node(position)
    root.grow(samples, rng)
    while not (root.children[1] and root.children[1].visits):
        walk(root, samples, rng, scale)
    assert root.children[0] is not None
    assert root.children[0].visits > 1
    assert root.favourite() == 1


class Lotless(TreeTactics):
    """Draws nothing, and is sure of a win alone."""

    def prospects(self, position: Told) -> Sequence[tuple[str, float]]:
        return self.candidates(position)

    def sample(self, position: Told, rng: Random) -> Sequence[float]:
        return position.values

    def settled(self, position: Told) -> bool:
        return max(position.values) == 1


def chosen(tactics: TreeTactics, position: Told) -> set[str]:
    """Return the actions found with any of many seeds."""
    limits = [Budget(1.0, 400).start(lambda: 0.0) for _ in range(30)]
    return {TreeSearch().find(position, tactics, Random(lot), limit)[0] for lot, limit in enumerate(limits)}


def test_of_what_is_worth_as_much_any_is_chosen() -> None:
    assert chosen(Lotless(), turn(0, (0.5, 0.5), a=end(0.6, 0.4), b=end(0.599, 0.401), worse=end(0.55, 0.45))) == {
        "a",
        "b",
    }


def test_what_is_hardly_known_is_not_chosen_though_it_may_be_worth_as_much() -> None:
    assert chosen(Lotless(), turn(0, (0.5, 0.5), known=(50.0, end(0.6, 0.4)), strange=end(0.6, 0.4))) == {"known"}


def test_a_sure_win_is_not_given_away_for_what_is_as_good_as_won() -> None:
    assert chosen(Lotless(), turn(0, (0.5, 0.5), nearly=(2.0, end(0.9999, 0.0001)), win=end(1.0, 0.0))) == {"win"}


def test_a_search_that_has_drawn_lots_already_takes_its_favourite() -> None:
    dice = roll((0.6, 0.4), on=(1.0, end(0.6, 0.4)))
    assert chosen(TreeTactics(), turn(0, (0.5, 0.5), a=dice, b=dice)) == {"a"}


def test_a_turn_whose_rest_is_settled_ends_there_for_the_search() -> None:
    limit = Budget(1.0, 400).start(lambda: 0.0)
    settled = turn(0, (1.0, 0.0), unfinished=True, any=end(1.0, 0.0))
    assert TreeSearch().find(turn(0, (0.5, 0.5), go=settled, stop=end(0.0, 1.0)), Known(), Random(1), limit) == ["go"]


class Sketchy(Rumours):
    """Tactics that name positions by what they lead to."""

    def sketch(self, position: Told) -> Told:
        return turn(0, (0.5,), good=end(1.0), bad=end(0.0))


def test_a_search_goes_through_sketches_where_a_game_makes_some() -> None:
    limit = Budget(1.0, 50).start(lambda: 0.0)
    assert TreeSearch().find(turn(0, (0.5,), other=end(1.0)), Sketchy(), Random(1), limit) == ["good"]


@pytest.mark.parametrize(
    "ways",
    [
        {"win": end(1.0, 0.0), "hope": turn(1, (0.5, 0.5), on=end(0.5, 0.5), off=end(0.0, 1.0))},
        {"well": end(0.7, 0.3), "badly": end(0.2, 0.8)},
    ],
)
def test_a_search_ends_as_soon_as_nothing_can_change_its_choice(ways: dict[str, Any]) -> None:
    limit = Budget(1.0, 400).start(lambda: 0.0)
    assert TreeSearch().find(turn(0, (0.5, 0.5), **ways), TreeTactics(), Random(1), limit) == [next(iter(ways))]
    assert limit.spent < 10


def test_a_search_goes_on_while_something_can_change_its_choice() -> None:
    dice = roll((0.5, 0.5), six=(1 / 3, end(1.0, 0.0)), other=(2 / 3, end(0.45, 0.55)))
    limit = Budget(1.0, 400).start(lambda: 0.0)
    TreeSearch().find(turn(0, (0.5, 0.5), keep=end(0.6, 0.4), throw=dice), TreeTactics(), Random(1), limit)
    assert limit.spent == 400

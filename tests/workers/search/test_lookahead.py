"""Searching to the end of one's own turn."""

from itertools import count
from random import Random

import pytest

from tests.workers.search.toys import Told, TreeTactics, end, roll, turn
from workers.search.limit import Budget
from workers.search.lookahead import Lookahead


def line(position: Told, nodes: int = 1000) -> list[str]:
    """Return the actions found within so many nodes, with a constant clock."""
    return Lookahead().find(position, TreeTactics(), Random(1), Budget(1.0, nodes).start(lambda: 0.0))


def gamble(safe: float) -> Told:
    """Return a position where rolling is worth 1/3 · 1 + 2/3 · 0.45 = 0.6333…, but looks much worse."""
    won = turn(0, (0.2, 0.8), cash=end(1.0, 0.0), double=end(0.0, 1.0))
    lost = turn(0, (0.2, 0.8), cash=end(0.3, 0.7), double=end(0.45, 0.55))
    dice = roll((0.1, 0.9), six=(1 / 3, won), other=(2 / 3, lost))
    return turn(0, (0.5, 0.5), keep=end(safe, 1 - safe), throw=dice)


@pytest.mark.parametrize(
    ("safe", "chosen"),
    [(0.623, {"throw"}), (0.6234, {"throw", "keep"}), (0.6432, {"throw", "keep"}), (0.644, {"keep"})],
)
def test_a_roll_is_worth_exactly_the_mean_of_the_best_that_can_follow_and_what_is_worth_hardly_less_is_chosen_as_well(
    safe: float, chosen: set[str]
) -> None:
    limit = Budget(1.0, 1000)
    found = [Lookahead().find(gamble(safe), TreeTactics(), Random(lot), limit.start(lambda: 0.0)) for lot in range(30)]
    assert {action for [action] in found} == chosen


def test_a_turn_is_planned_to_its_end_and_no_further() -> None:
    bait = turn(0, (0.9, 0.1), unfinished=True, stop=end(0.1, 0.9))
    other = turn(1, (0.8, 0.2), any=end(0.0, 1.0))
    plan = turn(0, (0.1, 0.9), unfinished=True, good=other, bad=end(0.2, 0.8))
    assert line(turn(0, (0.5, 0.5), bait=bait, plan=plan)) == ["plan", "good"]


def test_what_others_roll_is_their_affair() -> None:
    theirs = turn(1, (0.0, 1.0), any=end(0.0, 1.0))
    assert line(turn(0, (0.5, 0.5), pass_on=roll((0.7, 0.3), any=(1.0, theirs)), end_it=end(0.6, 0.4))) == ["pass_on"]


def test_it_finds_an_action_even_if_it_may_not_spend_anything() -> None:
    assert line(turn(0, (0.5,), good=end(0.7), bad=end(0.2)), nodes=0) == ["good"]


def test_of_equal_actions_the_likelier_is_taken() -> None:
    assert line(turn(0, (0.5,), odd=(1.0, end(0.5)), usual=(2.0, end(0.5)))) == ["usual"]


def test_within_a_small_budget_it_follows_the_likeliest_line_first() -> None:
    deep = turn(0, (0.1,), unfinished=True, best=end(1.0))
    known = turn(0, (0.5,), likely=(9.0, deep), unlikely=(1.0, turn(0, (0.3,), unfinished=True, best=end(1.0))))
    assert line(known, nodes=3) == ["likely", "best"]


def test_when_time_runs_out_among_the_candidates_the_best_of_those_looked_at_is_taken() -> None:
    likeliest_first = turn(0, (0.5,), fair=(3.0, end(0.3)), good=(2.0, end(0.7)), best=(1.0, end(0.9)))
    ticks = count()
    limit = Budget(seconds=2.0, nodes=1000).start(lambda: float(next(ticks)))
    assert Lookahead().find(likeliest_first, TreeTactics(), Random(1), limit) == ["good"]


@pytest.mark.parametrize(("nodes", "best"), [(3, "throw"), (4, "keep")])
def test_a_roll_not_all_of_whose_outcomes_could_be_looked_at_stays_as_estimated(nodes: int, best: str) -> None:
    won, lost = (turn(0, (value,), cash=end(value)) for value in (1.0, 0.0))
    dice = roll((0.6,), six=(1 / 6, won), other=(5 / 6, lost))
    assert line(turn(0, (0.5,), throw=dice, keep=end(0.5)), nodes) == [best]

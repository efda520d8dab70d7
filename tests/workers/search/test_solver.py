"""Following a way to the best end that there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from random import Random

import pytest

from rules import AnyPosition
from rules.searching import Skill, Walks
from tests.workers.search.toys import Told, TreeTactics, end, turn
from workers.search import Budget, choose_turn

LAST = turn(0, (0.4, 0.4), finish=end(1.0, 1.0), stop=end(0.1, 0.1))
OTHERS = turn(1, (0.4, 0.4), help=LAST, hinder=turn(0, (0.5, 0.5), either=end(0.3, 0.3), more=end(0.6, 0.6)))
BEGIN = turn(0, (0.5, 0.5), plain=end(0.9, 0.9), narrow=OTHERS)
"""A game that all win together by three actions, the second of them by somebody else."""
WAYS: Mapping[int, Sequence[str]] = {id(BEGIN): ["narrow", "help", "finish"], id(LAST): ["finish"]}


class Foreseeing(TreeTactics):
    """Finds the way in one of its attempts, and knows at once where there is none if it is said so."""

    def __init__(self, finds: int | None, *, knows: bool = False) -> None:
        self.finds, self.knows = finds, knows
        self.attempts: list[int] = []

    def solution(self, position: Told, number: int) -> Sequence[str] | None:
        self.attempts.append(number)
        if self.knows and id(position) not in WAYS:
            return None
        return WAYS.get(id(position), ()) if number == self.finds else ()

    def skills(self, position: AnyPosition) -> Mapping[int, Skill]:
        return {2: Walks(2)}


def chosen(position: Told, tactics: TreeTactics, level: int = 5, nodes: int = 200) -> str:
    """Return the action of a level within so many nodes, with a constant clock."""
    return str(choose_turn(position, tactics, level, Random(1), lambda: 0.0, Budget(1.0, nodes))[0])


def test_a_way_to_the_best_end_is_gone_as_soon_as_it_is_found() -> None:
    tactics = Foreseeing(finds=3)
    assert chosen(BEGIN, tactics) == "narrow"
    assert tactics.attempts == [0, 1, 2, 3]


def test_at_each_action_the_same_attempts_are_made_again() -> None:
    tactics = Foreseeing(finds=3)
    assert [chosen(BEGIN, tactics), chosen(LAST, tactics)] == ["narrow", "finish"]
    assert tactics.attempts == [0, 1, 2, 3] * 2


def test_where_somebody_else_has_left_the_way_the_best_that_is_left_is_made() -> None:
    tactics = Foreseeing(finds=0, knows=True)
    assert chosen(OTHERS.apply("hinder"), tactics) == "more"
    assert tactics.attempts == [0], "there is no way any more, and it is known"


def test_half_of_a_limit_is_kept_for_a_position_in_which_no_way_is_found() -> None:
    tactics = Foreseeing(finds=None)
    assert chosen(turn(0, (0.5,), good=end(0.7), bad=end(0.2)), tactics, nodes=60) == "good"
    assert tactics.attempts == list(range(30))


def test_so_is_half_of_the_seconds() -> None:
    tactics, ticks = Foreseeing(finds=None), count()
    fork = turn(0, (0.5,), good=end(0.7), bad=end(0.2))
    assert choose_turn(fork, tactics, 5, Random(1), lambda: next(ticks) / 4, Budget(10.0, 10**9)) == ["good"]
    assert 15 <= len(tactics.attempts) <= 20


@pytest.mark.parametrize("level", [1, 2])
def test_levels_that_do_not_think_by_the_clock_look_for_no_way(level: int) -> None:
    tactics = Foreseeing(finds=0)
    chosen(BEGIN, tactics, level)
    assert tactics.attempts == []

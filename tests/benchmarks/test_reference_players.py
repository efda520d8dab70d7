"""Players that opponents are measured by."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from benchmarks.reference_players import chance_to_reach


def test_keeping_sixes_makes_18_and_keeping_ones_makes_3_in_about_285_of_10000_turns() -> None:
    assert chance_to_reach(18, 1) == pytest.approx((11 / 36) ** 3)
    assert chance_to_reach(18, 1) == pytest.approx(0.0285, abs=0.00005)
    assert chance_to_reach(18, 0) == pytest.approx(1 / 216)


def test_the_chance_to_reach_a_sum_is_that_of_trying_every_choice_of_dice() -> None:
    for target in range(3, 19):
        assert chance_to_reach(target, 1) == pytest.approx(best_chance(target), abs=1e-12)


def best_chance(target: int) -> float:
    """Compute the chance by brute force: every roll of three dice, every re-rolled subset, every outcome."""
    return (
        sum(
            max(reached(throw, again, target) for again in product((False, True), repeat=3))
            for throw in product(range(1, 7), repeat=3)
        )
        / 6**3
    )


@cache
def reached(throw: tuple[int, ...], again: tuple[bool, ...], target: int) -> float:
    sums = [sum(dice) for dice in product(*(range(1, 7) if a else (d,) for d, a in zip(throw, again, strict=True)))]
    return sum(total >= target for total in sums) / len(sums)

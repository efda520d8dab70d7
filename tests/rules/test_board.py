"""Bit masks of squares."""

from collections.abc import Sequence
from random import Random

import pytest

from rules.board import board, picked

SIX = board(3, 2)


@pytest.mark.parametrize(
    ("mask", "names"), [(0, []), (0b1, ["a1"]), (0b101001, ["a1", "a2", "c2"]), (SIX.full, list(SIX.names))]
)
def test_what_is_picked_by_a_mask_comes_in_its_own_order(mask: int, names: Sequence[str]) -> None:
    assert picked(SIX.names, mask) == names


def test_what_is_picked_are_the_squares_of_the_mask() -> None:
    large, rng = board(15, 11), Random(1)
    for _ in range(100):
        mask = rng.getrandbits(large.size)
        assert picked(range(large.size), mask) == list(large.squares(mask))

"""Masks of squares, and what is picked by them."""

from collections.abc import Sequence
from random import Random

import pytest

from rules.board import Picked, board, picked

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


@pytest.mark.parametrize("size", [1, 11, 64, 65, 165, 468, 1300])
def test_each_item_picked_is_found_by_its_number_too(size: int) -> None:
    rng, items = Random(size), range(size)
    for often in (1, 2, 3):
        mask = rng.getrandbits(size) | rng.getrandbits(size) if often > 2 else rng.getrandbits(size)
        if often == 1:
            mask &= rng.getrandbits(size) & rng.getrandbits(size)
        listed, found = picked(items, mask), Picked(items, mask)
        assert len(found) == len(listed)
        assert [found[number] for number in range(len(listed))] == list(found) == listed
        assert [found[-number] for number in range(1, len(listed) + 1)] == listed[::-1]


def test_what_is_picked_behaves_as_the_list_of_it_does() -> None:
    found = Picked(SIX.names, 0b101001)
    assert found == ["a1", "a2", "c2"]
    assert found == Picked(SIX.names, 0b101001)
    assert found != ["a1", "a2"]
    assert found != {"a1", "a2", "c2"}
    assert found[1:] == ["a2", "c2"]
    assert ("a2" in found, "b1" in found, found.index("c2")) == (True, False, 2)
    assert repr(found) == "['a1', 'a2', 'c2']"
    assert found
    assert not Picked(SIX.names, 0)
    for beyond in (3, -4):
        with pytest.raises(IndexError):
            found[beyond]
    with pytest.raises(TypeError):
        hash(found)

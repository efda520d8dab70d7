"""The lazy sequence of Siesta's placements behaves like a list."""

from collections.abc import Callable
from random import Random

import pytest

from rules.games.siesta.pieces import ACTIONS, KINDS, PLACES, VILLAGE, Masks, Piece, parse
from rules.games.siesta.position import Listed

SUN, ROOF, SHADOW = (parse(word) for word in ("sun a1", "roof c2", "shadow l12"))


def few(rng: Random) -> int:
    return some(rng) & some(rng) & some(rng)


def some(rng: Random) -> int:
    return rng.getrandbits(PLACES) & VILLAGE


def most(rng: Random) -> int:
    return VILLAGE & ~few(rng)


def slowly(found: Masks) -> list[Piece]:
    """Return the pieces of three masks in the order of action numbers."""
    return [piece for piece in ACTIONS if piece.bit & found[piece.kind]]


@pytest.mark.parametrize("without", [(), (0,), (1,), (2,), (0, 1), (1, 2), (0, 2)])
@pytest.mark.parametrize("squares", [few, some, most])
def test_each_piece_is_found_by_its_number(without: tuple[int, ...], squares: Callable[[Random], int]) -> None:
    rng = Random(1)
    suns, roofs, shadows = (0 if kind in without else squares(rng) for kind in range(len(KINDS)))
    listed, found = slowly((suns, roofs, shadows)), Listed((suns, roofs, shadows))
    assert len(found) == len(listed) > 0
    assert [found[number] for number in range(len(listed))] == list(found) == listed
    assert [found[-number] for number in range(1, len(listed) + 1)] == listed[::-1]


def test_all_pieces_are_found_where_all_go() -> None:
    found = Listed((VILLAGE, VILLAGE, VILLAGE))
    assert [found[number] for number in range(len(found))] == list(found) == list(ACTIONS)


def test_what_is_listed_behaves_as_a_list_does() -> None:
    found = Listed((SUN.bit, ROOF.bit, SHADOW.bit))
    assert found == [SUN, ROOF, SHADOW]
    assert found == Listed((SUN.bit, ROOF.bit, SHADOW.bit))
    assert found != [SUN, ROOF]
    assert found != {SUN, ROOF, SHADOW}
    assert found[1:] == [ROOF, SHADOW]
    assert (ROOF in found, parse("roof a1") in found, found.index(SHADOW)) == (True, False, 2)
    assert repr(found) == repr([SUN, ROOF, SHADOW])
    assert found
    with pytest.raises(TypeError):
        hash(found)


@pytest.mark.parametrize("found", [(1, 1, 1), (0, 6, 1), (3, 0, 1), (5, 2, 0), (0, 0, 7)])
def test_beyond_the_last_of_three_pieces_and_before_the_first_there_is_none(found: Masks) -> None:
    for beyond in (3, 4, 200, -4, -200):
        with pytest.raises(IndexError):
            Listed(found)[beyond]


def test_where_nothing_goes_nothing_is_listed() -> None:
    found = Listed((0, 0, 0))
    assert not found
    assert list(found) == []
    with pytest.raises(IndexError):
        found[0]

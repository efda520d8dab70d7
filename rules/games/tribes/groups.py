"""Cached connected groups of pieces; a search asks often for those of few boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.games.tribes.layout import BOARD

REMEMBERED = 1 << 12
"""Boards to cache: all possible Shamans to move leave the markers unchanged."""


class Groups(NamedTuple):
    """Connected groups of a board, by number."""

    at: Sequence[int]
    """Group number of the piece on each quadrant."""
    masks: Sequence[int]


@lru_cache(REMEMBERED)
def groups_of(mask: int) -> Groups:
    """Find the connected groups of pieces, the one with the lowest quadrant first."""
    at, masks, left = [0] * BOARD.size, list[int](), mask
    bits, neighbours = BOARD.bits, BOARD.neighbours
    while left:
        # Groups are small: square by square is faster than a flood fill, and numbers the squares as well.
        todo, group, number = left & -left, 0, len(masks)
        while todo:
            square = todo.bit_length() - 1
            at[square] = number
            group |= bits[square]
            todo = (todo | neighbours[square] & mask) & ~group
        masks.append(group)
        left ^= group
    return Groups(at, masks)

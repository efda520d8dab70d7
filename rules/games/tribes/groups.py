"""The pieces of a board that touch, group by group, found once: a search asks for those of few boards, and often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.games.tribes.layout import BOARD

REMEMBERED = 1 << 12
"""Boards of which the groups are known: all Shamans that can be moved leave the markers as they are."""


class Groups(NamedTuple):
    """The groups of a board, by number."""

    at: Sequence[int]
    """By quadrant, the number of the group of its piece."""
    masks: Sequence[int]


@lru_cache(REMEMBERED)
def groups_of(mask: int) -> Groups:
    """The groups of the pieces on these quadrants, the one with the lowest quadrant first."""
    at, masks, left = [0] * BOARD.size, list[int](), mask
    bits, neighbours = BOARD.bits, BOARD.neighbours
    while left:
        # Groups are small: square by square is quicker than a flood, and says the rest by the way.
        todo, group, number = left & -left, 0, len(masks)
        while todo:
            square = todo.bit_length() - 1
            at[square] = number
            group |= bits[square]
            todo = (todo | neighbours[square] & mask) & ~group
        masks.append(group)
        left ^= group
    return Groups(at, masks)

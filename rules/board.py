"""Rectangular boards as bits of an int: square names, neighbours, lines and flood fill, tables built once.

Square number = row * columns + column, counted from `a1` at the lower left; bit n of a mask is square n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import compress
from typing import TypeVar

from rules.errors import BadNotation

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Steps (column, row) north, east, south, west."""
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))

T = TypeVar("T")
_MANY = 16
"""A loop over the bits of a mask is quicker only where fewer than one in so many is set."""
_DIGITS = bytes.maketrans(b"01", b"\0\1")


class Board:
    """The geometry of one board size. Get it with `board(columns, rows)`, so that its tables are shared."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.size = columns * rows
        self.full = (1 << self.size) - 1
        self.names = tuple(f"{chr(97 + c)}{r + 1}" for r in range(rows) for c in range(columns))
        self.numbers = {name: square for square, name in enumerate(self.names)}
        self.bits = tuple(1 << square for square in range(self.size))
        self.row_masks = tuple(((1 << columns) - 1) << (r * columns) for r in range(rows))
        self.column_masks = tuple(sum(1 << (r * columns + c) for r in range(rows)) for c in range(columns))
        self._not_first = self.full & ~self.column_masks[0]
        self._not_last = self.full & ~self.column_masks[-1]
        self.neighbours = tuple(self.spread(bit) & ~bit for bit in self.bits)

    def at(self, column: int, row: int) -> int | None:
        """The number of a square by column and row from 0, or None when it is off the board."""
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else None

    def place(self, square: int) -> tuple[int, int]:
        """Column and row of a square, each from 0."""
        row, column = divmod(square, self.columns)
        return column, row

    def parse(self, word: str) -> int:
        """The number of a square written like `c4`, or BadNotation."""
        try:
            return self.numbers[word]
        except KeyError:
            raise BadNotation(word) from None

    def spread(self, mask: int) -> int:
        """The mask together with all squares orthogonally adjacent to it."""
        sideways = ((mask & self._not_last) << 1) | ((mask & self._not_first) >> 1)
        return (mask | sideways | (mask << self.columns) | (mask >> self.columns)) & self.full

    def flood(self, seed: int, within: int) -> int:
        """The squares of `within` that are connected to `seed` orthogonally; `seed` too only where it is in it."""
        reached = seed
        while True:
            grown = (self.spread(reached) & within) | reached
            if grown == reached:
                return reached & within
            reached = grown

    def components(self, mask: int) -> Iterator[int]:
        """The orthogonally connected groups of a mask, lowest square first."""
        while mask:
            low = mask & -mask
            group = self.flood(low, mask) if mask & self.neighbours[low.bit_length() - 1] else low
            yield group
            mask &= ~group

    def ray(self, square: int, step: tuple[int, int]) -> tuple[int, ...]:
        """The squares seen from `square` in one direction, nearest first, without itself."""
        column, row = self.place(square)
        seen = []
        while (target := self.at(column := column + step[0], row := row + step[1])) is not None:
            seen.append(target)
        return tuple(seen)

    def squares(self, mask: int) -> Iterator[int]:
        """The numbers of the squares in a mask, ascending."""
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low


@cache
def board(columns: int, rows: int) -> Board:
    """The geometry of a board of that size (at most 26 columns), built once."""
    return Board(columns, rows)


def picked(items: Sequence[T], mask: int) -> list[T]:
    """The items whose bits are set in a mask, bit n standing for item n."""
    if mask.bit_count() * _MANY >= len(items):
        # The digits of the mask as bytes 0 and 1 let C code do the picking.
        return list(compress(items, bin(mask)[:1:-1].encode().translate(_DIGITS)))
    found = []
    while mask:
        low = mask & -mask
        found.append(items[low.bit_length() - 1])
        mask ^= low
    return found

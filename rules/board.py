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
"""Steps (column, row) to the north, east, south and west."""
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))

T = TypeVar("T")
_MANY = 16
"""Loop over the bits of a mask only where fewer than one bit in this many is set; else picking is faster."""
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
        """Return the number of a square by column and row from 0, or None off the board."""
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else None

    def place(self, square: int) -> tuple[int, int]:
        """Return column and row of a square, each from 0."""
        row, column = divmod(square, self.columns)
        return column, row

    def parse(self, word: str) -> int:
        """Parse the name of a square, such as `c4`, into its number; raise BadNotation if there is none."""
        try:
            return self.numbers[word]
        except KeyError:
            raise BadNotation(word) from None

    def spread(self, mask: int) -> int:
        """Return the mask together with all orthogonally adjacent squares."""
        sideways = ((mask & self._not_last) << 1) | ((mask & self._not_first) >> 1)
        return (mask | sideways | (mask << self.columns) | (mask >> self.columns)) & self.full

    def flood(self, seed: int, within: int) -> int:
        """Flood-fill `within` orthogonally from `seed`; the result contains `seed` only if `within` does."""
        reached = seed
        while True:
            grown = (self.spread(reached) & within) | reached
            if grown == reached:
                return reached & within
            reached = grown

    def components(self, mask: int) -> Iterator[int]:
        """Yield the orthogonally connected components of a mask, lowest square first."""
        while mask:
            low = mask & -mask
            group = self.flood(low, mask) if mask & self.neighbours[low.bit_length() - 1] else low
            yield group
            mask &= ~group

    def ray(self, square: int, step: tuple[int, int]) -> tuple[int, ...]:
        """Return the squares in one direction from `square`, nearest first, without `square` itself."""
        column, row = self.place(square)
        seen = []
        while (target := self.at(column := column + step[0], row := row + step[1])) is not None:
            seen.append(target)
        return tuple(seen)

    def squares(self, mask: int) -> Iterator[int]:
        """Yield the numbers of the squares in a mask, ascending."""
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low


@cache
def board(columns: int, rows: int) -> Board:
    """Return the cached geometry of a board of this size (at most 26 columns)."""
    return Board(columns, rows)


def picked(items: Sequence[T], mask: int) -> list[T]:
    """Select the items whose bits are set in a mask; bit n selects item n."""
    if mask.bit_count() * _MANY >= len(items):
        # Turning the digits of the mask into bytes 0 and 1 lets C code do the selection.
        return list(compress(items, bin(mask)[:1:-1].encode().translate(_DIGITS)))
    found = []
    while mask:
        low = mask & -mask
        found.append(items[low.bit_length() - 1])
        mask ^= low
    return found

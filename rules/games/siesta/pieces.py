"""The village of 12 x 12 squares as bits of an int, and the pieces that can be put on it.

Each row takes 13 bits, the last of them always free: so a mask shifted by a step never runs round the edge of the board
into another row, and runs of pieces can be followed by shifts alone.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from rules.board import board
from rules.errors import BadNotation
from rules.notation import words

SQUARES = board(12, 12)
ROW = SQUARES.columns + 1
"""Bits from one square to the square north of it."""
BITS = tuple(1 << (row * ROW + column) for column, row in map(SQUARES.place, range(SQUARES.size)))
"""The bit of each square, in the order of `SQUARES.names`."""
VILLAGE = sum(BITS)
NAMES = dict(zip(BITS, SQUARES.names, strict=True))
DIRECTIONS = ((1, 0), (ROW, 0), (0, 1), (0, ROW))
"""East, north, west, south: (up, down), so that `mask << up >> down` goes a step on, `mask << down >> up` one back."""

KINDS = ("sun", "roof", "shadow")
SUN, ROOF, SHADOW = range(3)
SUPPLY = (25, 15, 75)
"""By kind: suns and shadows in common, roofs for each seat."""
TURN = 3
"""Pieces of a turn."""
PLENTY = (SUPPLY[SUN] - TURN, SUPPLY[ROOF] - TURN, SUPPLY[SHADOW] - TURN - 1)
"""By kind: how many may lie on the board, so that a turn's worth is left; by a shadow less, of free squares, too."""

Masks: TypeAlias = tuple[int, int, int]
"""Squares for a sun, for a roof, for a shadow; or numbers by kind likewise."""
NOTHING: Masks = (0, 0, 0)


class Piece(NamedTuple):
    """The action: to put a sun, one's own roof or a shadow on a square."""

    kind: int
    bit: int
    word: str
    """Its notation."""

    def __str__(self) -> str:
        return self.word

    @property
    def square(self) -> str:
        """The name of the square."""
        return NAMES[self.bit]


def _piece(kind: int, place: int) -> Piece:
    bit = 1 << place
    return Piece(kind, bit, f"{KINDS[kind]} {NAMES.get(bit, 'nowhere')}")


PLACES = SQUARES.rows * ROW
"""Bits of a mask."""
BY_PLACE = tuple(tuple(_piece(kind, place) for place in range(PLACES)) for kind in range(len(KINDS)))
"""By kind, and by the number of a square's bit; those off the board are there to be counted past."""
ACTIONS = tuple(piece for pieces in BY_PLACE for piece in pieces if piece.bit & VILLAGE)
"""All that a seat can do."""
_BY_WORD = {piece.word: piece for piece in ACTIONS}


def piece(kind: int, bit: int) -> Piece:
    """The one piece of that kind on that square."""
    return BY_PLACE[kind][bit.bit_length() - 1]


def parse(text: str) -> Piece:
    """The piece that `text` writes, or BadNotation."""
    try:
        return _BY_WORD[" ".join(words(text))]
    except KeyError:
        raise BadNotation(text) from None


def names(mask: int) -> list[str]:
    """The names of the squares of a mask, from `a1` to `l12`."""
    found = []
    while mask:
        low = mask & -mask
        found.append(NAMES[low])
        mask ^= low
    return found


def beside(mask: int) -> int:
    """The squares orthogonally adjacent to a mask; bits off the board may be among them."""
    return mask << 1 | mask >> 1 | mask << ROW | mask >> ROW


NEAR = tuple(beside(1 << place) & VILLAGE for place in range(PLACES))
"""By place: the squares beside it."""
AWAY = tuple(VILLAGE & ~(near | 1 << place) for place, near in enumerate(NEAR))
"""By place: the squares neither on it nor beside it."""

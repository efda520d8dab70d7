"""Pieces, and the village of 12 x 12 squares as bits of an int.

Each row takes 13 bits, the last of them always free. So a mask shifted by a step never wraps around the edge of the
board, and shifts alone can follow runs of pieces.
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
"""Bit of each square, in the order of `SQUARES.names`."""
VILLAGE = sum(BITS)
NAMES = dict(zip(BITS, SQUARES.names, strict=True))
DIRECTIONS = ((1, 0), (ROW, 0), (0, 1), (0, ROW))
"""East, north, west, south as (up, down): `mask << up >> down` goes a step on, `mask << down >> up` one back."""

KINDS = ("sun", "roof", "shadow")
SUN, ROOF, SHADOW = range(3)
SUPPLY = (25, 15, 75)
"""Supply by kind: suns and shadows in common, roofs for each seat."""
TURN = 3
"""Pieces in a turn."""
PLENTY = (SUPPLY[SUN] - TURN, SUPPLY[ROOF] - TURN, SUPPLY[SHADOW] - TURN - 1)
"""Most pieces on the board, by kind, that leave enough for a turn; one shadow fewer guarantees free squares, too."""

Masks: TypeAlias = tuple[int, int, int]
"""Squares for a sun, a roof and a shadow; or numbers by kind."""
NOTHING: Masks = (0, 0, 0)


class Piece(NamedTuple):
    """An action: put a sun, one's own roof or a shadow on a square."""

    kind: int
    bit: int
    word: str
    """Notation."""

    def __str__(self) -> str:
        return self.word

    @property
    def square(self) -> str:
        """Return the name of the square."""
        return NAMES[self.bit]


def _piece(kind: int, place: int) -> Piece:
    bit = 1 << place
    return Piece(kind, bit, f"{KINDS[kind]} {NAMES.get(bit, 'nowhere')}")


PLACES = SQUARES.rows * ROW
"""Number of bits in a mask."""
BY_PLACE = tuple(tuple(_piece(kind, place) for place in range(PLACES)) for kind in range(len(KINDS)))
"""Pieces by kind and by index of a square's bit; those off the board only keep the indices aligned."""
ACTIONS = tuple(piece for pieces in BY_PLACE for piece in pieces if piece.bit & VILLAGE)
"""All actions of the seats."""
_BY_WORD = {piece.word: piece for piece in ACTIONS}


def piece(kind: int, bit: int) -> Piece:
    """Return the piece of this kind on this square."""
    return BY_PLACE[kind][bit.bit_length() - 1]


def parse(text: str) -> Piece:
    """Parse a piece; raise BadNotation."""
    try:
        return _BY_WORD[" ".join(words(text))]
    except KeyError:
        raise BadNotation(text) from None


def names(mask: int) -> list[str]:
    """List the names of the squares in a mask, from `a1` to `l12`."""
    found = []
    while mask:
        low = mask & -mask
        found.append(NAMES[low])
        mask ^= low
    return found


def beside(mask: int) -> int:
    """Return the squares orthogonally adjacent to a mask; bits off the board may be among them."""
    return mask << 1 | mask >> 1 | mask << ROW | mask >> ROW


NEAR = tuple(beside(1 << place) & VILLAGE for place in range(PLACES))
"""Adjacent squares, by place."""
AWAY = tuple(VILLAGE & ~(near | 1 << place) for place, near in enumerate(NEAR))
"""Squares neither on nor beside a place, by place."""

"""JSON schema of a position."""

from __future__ import annotations

from rules.games.dawn.actions import BOARD, LENGTHS
from rules.schema import FLAG, each, number, one_of, or_null, record, square

_SQUARE = square(BOARD.columns, BOARD.rows)
_LENGTH = number(LENGTHS[0], LENGTHS[-1])
_FREEDOM = or_null(number(0, BOARD.size))
_BAR = record(
    length=_LENGTH,
    upright=FLAG,
    juts_out={**FLAG, "description": "Whether it extends beyond the board."},
    squares=each(_SQUARE, 1, max(LENGTHS), "Its squares on the board."),
)

POSITION = record(
    phase=one_of((1, 2), "1 while Vesta is hunted, 2 after Ceres has entered."),
    vesta=or_null(_SQUARE, "The position of Vesta; null before it enters."),
    ceres=or_null(_SQUARE, "The position of Ceres; null before it enters."),
    bars=each(_BAR, 0, 2 * len(LENGTHS), "The bars of the first set, then those of the second, each by length."),
    left=each(_LENGTH, 0, len(LENGTHS), "The lengths left in this phase's set, ascending."),
    shown=or_null(_LENGTH, "The number on the die that Mission Control answers."),
    lengths=each(_LENGTH, 0, len(LENGTHS), "The lengths that Mission Control may choose from, on its turn."),
    steps=or_null(_LENGTH, "The length of the bar after which an asteroid has yet to move."),
    freedom=record("The squares that each asteroid can reach; null before it enters.", vesta=_FREEDOM, ceres=_FREEDOM),
    result=or_null(number(0), "Nature's score if the game ended now."),
)

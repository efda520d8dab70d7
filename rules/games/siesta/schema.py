"""JSON schema of a position."""

from __future__ import annotations

from rules.games.siesta.pieces import KINDS, SQUARES, SUPPLY, TURN
from rules.schema import each, number, record, scores, square, to_move

SEATS = 4
_SUNS, _ROOFS, _SHADOWS = (SUPPLY[KINDS.index(kind)] for kind in ("sun", "roof", "shadow"))
_SQUARE = square(SQUARES.columns, SQUARES.rows)

POSITION = record(
    to_move=to_move(SEATS),
    pieces_left=number(0, TURN, "The number of pieces that the seat to move still places in this turn."),
    gained=number(0, description="Points gained in this turn."),
    scores=scores(SEATS),
    suns=each(_SQUARE, 0, _SUNS),
    roofs=each(each(_SQUARE, 0, _ROOFS), 2, SEATS, "By seat."),
    shadows=each(_SQUARE, 0, _SHADOWS),
    supply=record(
        "Pieces that are left.",
        suns=number(0, _SUNS),
        roofs=each(number(0, _ROOFS), 2, SEATS, "By seat."),
        shadows=number(0, _SHADOWS),
    ),
)

"""JSON schemas of a position and of a layout."""

from __future__ import annotations

from rules.games.tribes.layout import BOARD, COLUMNS, CORNERS, RESOURCES, ROWS, TRIBES, VALUES
from rules.schema import Schema, each, number, one_of, or_null, pattern, record, square, table, to_move

SEATS = 4
_TRIBE = one_of(TRIBES)
_CHOSEN = pattern("|".join(TRIBES))
"""A pattern, as client generators do not support null beside an enumeration in a list."""
_QUADRANT = square(BOARD.columns, BOARD.rows)
_QUADRANTS = each(_QUADRANT, 0, BOARD.size)


def _by_tribe(schema: Schema, description: str = "") -> Schema:
    return record(description, **dict.fromkeys(TRIBES, schema))


_TILE = record(suit=_TRIBE, value=one_of(VALUES), corner=one_of(CORNERS, "The square of its suit mark."))
_TILES = each(each(_TILE, COLUMNS, COLUMNS), ROWS, ROWS, "Rows of tiles, top row first.")
_SETTLEMENT = record(
    quadrants=each(_QUADRANT, 1, BOARD.size),
    shaman=or_null(_TRIBE, "The tribe whose Shaman is there."),
    influence=_by_tribe(number(0)),
    resources=record("The value of the tiles that it touches.", **dict.fromkeys(RESOURCES, number(0))),
    scores=_by_tribe(number()),
)

LAYOUT = record(tiles=_TILES)
POSITION = record(
    to_move=to_move(SEATS),
    coins=one_of(("standard", "advanced")),
    tribes=each(or_null(_CHOSEN), 2, SEATS, "By seat; null until chosen."),
    hands=each(_by_tribe(number(0)), 0, SEATS, "By seat: coins not yet placed. Empty until all tribes are chosen."),
    tiles=_TILES,
    markers=_by_tribe(_QUADRANTS, "The squares of each tribe's coins."),
    shamans=_by_tribe(or_null(_QUADRANT), "The square of each tribe's Shaman."),
    moved=or_null(_TRIBE, "The tribe whose Shaman was moved in this turn."),
    passes=number(0, SEATS, "The number of seats that have passed in a row."),
    settlements=table(_QUADRANT, _SETTLEMENT, "By first quadrant, counted from a1 to the right and then upwards."),
)

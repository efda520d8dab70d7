"""JSON schemas of positions and layouts, in Springtime and in the puzzle."""

from __future__ import annotations

from rules.games.springtime import puzzle_layout, tiles
from rules.games.springtime.fields import SIDE
from rules.games.springtime.squares import BOARD
from rules.schema import Schema, each, number, one_of, or_null, pattern, record, scores, square, to_move

SEATS, PUZZLERS, STAGES = 2, 4, 3
_SQUARE = square(BOARD.columns, BOARD.rows)
_TOKENS = each(_SQUARE, 0, BOARD.size)


def _rows(letters: str) -> Schema:
    row = pattern(f"[{letters}]{{{SIDE}}}")
    return each(row, SIDE, SIDE, "The field of each square, top row first.")


LAYOUT = record(fields=_rows(tiles.LETTERS))
PUZZLE_LAYOUT = record(fields=_rows(puzzle_layout.LETTERS))

POSITION = record(
    to_move=to_move(SEATS),
    scoring=one_of(("difference", "majority")),
    fields=_rows(tiles.LETTERS),
    tokens=each(_TOKENS, SEATS, SEATS, "By seat: the squares of its tokens."),
    last=or_null(_SQUARE, "The square of the last token."),
    scores=scores(SEATS),
)
PUZZLE_POSITION = record(
    to_move=to_move(PUZZLERS),
    fields=_rows(puzzle_layout.LETTERS),
    stage=number(1, STAGES, "The maximum number of flowers in each row, column and field; 3 if stages are free."),
    stages=each(_TOKENS, 0, STAGES, "The flowers of each stage; all in one if stages are free."),
    scores=scores(PUZZLERS),
)

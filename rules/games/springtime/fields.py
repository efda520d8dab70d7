"""The fields, connected groups of squares with the same letter, and the regions that they make with the lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.errors import BadSetup
from rules.games.springtime.squares import BOARD, COLUMNS, ROWS
from rules.json_types import Json

SIDE = 9
LINES = (*BOARD.row_masks, *BOARD.column_masks)


class Field(NamedTuple):
    """A connected group of squares and the letter that they share."""

    letter: str
    mask: int


class Fields:
    """The fields of one layout with the tables that play needs. Get it with `fields(rows)`, which builds them once."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        """Nine strings of nine letters, row 9 first, as a layout writes them."""
        self.fields = tuple(_found(rows))
        """In the order of their lowest squares."""
        self.regions = (*LINES, *(field.mask for field in self.fields))
        self.at = tuple(next(field.mask for field in self.fields if field.mask & bit) for bit in BOARD.bits)
        """By square: the field that it lies in."""
        self.apart = tuple(
            BOARD.full & ~(row | column | field) for row, column, field in zip(ROWS, COLUMNS, self.at, strict=True)
        )
        """By square: all squares that share no row, column or field with it."""
        self._hash = hash(rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fields) and self.rows == other.rows

    def __hash__(self) -> int:
        return self._hash


@lru_cache(maxsize=256)
def fields(rows: tuple[str, ...]) -> Fields:
    """The fields of a layout, built once."""
    return Fields(rows)


def _found(rows: tuple[str, ...]) -> Iterator[Field]:
    letters = "".join(reversed(rows))
    groups = [
        Field(letter, group)
        for letter in sorted(set(letters))
        for group in BOARD.components(sum(bit for bit, own in zip(BOARD.bits, letters, strict=True) if own == letter))
    ]
    yield from sorted(groups, key=lambda field: field.mask & -field.mask)


def check_rows(layout: Mapping[str, Json], letters: str) -> Fields:
    """The fields of a layout from outside; BadSetup, naming the place, unless it is nine rows of nine `letters`."""
    for name in layout:
        if name != "fields":
            raise BadSetup("bad-layout", str(name))
    rows = layout.get("fields")
    if not isinstance(rows, list) or len(rows) != SIDE:
        raise BadSetup("bad-layout", "fields")
    for number, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != SIDE or not set(row) <= set(letters):
            raise BadSetup("bad-layout", f"fields.{number}")
    return fields(tuple(rows))

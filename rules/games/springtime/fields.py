"""Fields, connected groups of squares with the same letter, and regions: fields, rows and columns."""

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
    """A connected group of squares and their letter."""

    letter: str
    mask: int


class Fields:
    """Fields of one layout with lookup tables. Get it with `fields(rows)`, which caches them."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        """Nine strings of nine letters, row 9 first, as in a layout."""
        self.fields = tuple(_found(rows))
        """Fields in the order of their lowest squares."""
        self.regions = (*LINES, *(field.mask for field in self.fields))
        self.at = tuple(next(field.mask for field in self.fields if field.mask & bit) for bit in BOARD.bits)
        """Field of each square."""
        self.apart = tuple(
            BOARD.full & ~(row | column | field) for row, column, field in zip(ROWS, COLUMNS, self.at, strict=True)
        )
        """Squares that share no row, column or field with each square."""
        self._hash = hash(rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fields) and self.rows == other.rows

    def __hash__(self) -> int:
        return self._hash


@lru_cache(maxsize=256)
def fields(rows: tuple[str, ...]) -> Fields:
    """Return the cached fields of a layout."""
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
    """Validate an untrusted layout of nine rows of nine `letters`; raise BadSetup that names the faulty place."""
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

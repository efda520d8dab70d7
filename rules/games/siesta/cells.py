"""Contents of each square as bytes, for fast walks along a row or column.

A run of pieces is followed by adding a step. Every edge of the board has squares off the board beyond it: the last of
each row, and one more row. An index below 0 counts from the end, so it falls in that row, too.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.games.siesta.pieces import BITS, PLACES, ROW

Cells: TypeAlias = bytearray
"""Content by place (index of a square's bit): FREE, the owner of a roof, SUN_HERE, SHADOW_HERE, OFF_BOARD.

A village never changes its cells, it copies them. A `bytes` object would have to be copied twice.
"""

FREE = 0
OWNERS = (1, 2, 4, 8)
"""Bit of each seat in a set of owners, and its code in the cells; all are below SUN_HERE."""
SUN_HERE, SHADOW_HERE, OFF_BOARD = 16, 32, 64

STEPS = (1, ROW, -1, -ROW)
"""Step from a place to the next one, by direction of the light: east, north, west, south."""


def _no_pieces() -> Cells:
    cells = bytearray([OFF_BOARD]) * (PLACES + ROW)
    for bit in BITS:
        cells[bit.bit_length() - 1] = FREE
    return cells


NO_PIECES = _no_pieces()


def past_roofs(cells: Cells, place: int, step: int) -> tuple[int, int]:
    """Follow roofs without a gap from `place` on; return their owners and the place after them."""
    owners = 0
    while 0 < (cell := cells[place]) < SUN_HERE:
        owners |= cell
        place += step
    return owners, place

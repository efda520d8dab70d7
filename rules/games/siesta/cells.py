"""What lies on each square, as bytes: quick to walk over, one square after the other.

A run of pieces is followed by adding a step. Beyond every edge of the board lies a square that is off the board: the
last of each row, and a row more. An index below 0 counts from the end, so it is found in that row, too.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.games.siesta.pieces import BITS, PLACES, ROW

Cells: TypeAlias = bytearray
"""By place (the number of a square's bit): FREE, the owner of a roof, SUN_HERE, SHADOW_HERE, OFF_BOARD.

Those of a village stay as they are; what changes is a copy, which bytes would be made of twice.
"""

FREE = 0
OWNERS = (1, 2, 4, 8)
"""By seat: its bit in a set of owners, which is also how its roofs are written; all of them are below SUN_HERE."""
SUN_HERE, SHADOW_HERE, OFF_BOARD = 16, 32, 64

STEPS = (1, ROW, -1, -ROW)
"""From a place to the next one, by the direction in which light may travel: east, north, west, south."""


def _no_pieces() -> Cells:
    cells = bytearray([OFF_BOARD]) * (PLACES + ROW)
    for bit in BITS:
        cells[bit.bit_length() - 1] = FREE
    return cells


NO_PIECES = _no_pieces()


def past_roofs(cells: Cells, place: int, step: int) -> tuple[int, int]:
    """Whose roofs follow from `place` on without a gap, and the place after them."""
    owners = 0
    while 0 < (cell := cells[place]) < SUN_HERE:
        owners |= cell
        place += step
    return owners, place

"""What each quadrant holds in two or three characters, as texts show it and diagrams are written."""

from __future__ import annotations

from rules.games.tribes.layout import BOARD, CORNERS, TILE_SQUARES, Land
from rules.games.tribes.position import TribesPosition

SHORT = ("Wi", "Au", "Su", "Sp")
"""The tribes as texts show them: `Wi3` a suit mark on a tile of value 3, `wi` a coin, `@Wi` a Shaman."""
OPEN, MAY = ".", "+"
"""An open quadrant, and one where the seat to act may go."""


def cells(position: TribesPosition) -> list[str]:
    """What stands on each quadrant of the board, from a1 on."""
    found = [OPEN] * BOARD.size
    for tribe, short in enumerate(SHORT):
        for square in BOARD.squares(position.markers[tribe]):
            found[square] = short.lower()
        for square in BOARD.squares(position.shamans[tribe]):
            found[square] = f"@{short}"
    for square, mark in marks(position.land).items():
        found[square] = mark
    return found


def marks(land: Land) -> dict[int, str]:
    """The suit marks with the values of their tiles, by quadrant."""
    return {
        squares[CORNERS.index(tile.corner)]: f"{SHORT[tile.tribe]}{tile.value}"
        for tile, squares in zip(land.tiles, TILE_SQUARES, strict=True)
    }

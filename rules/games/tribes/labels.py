"""What stands on each quadrant and what its tile brings, for whoever hears it read."""

from __future__ import annotations

from collections.abc import Mapping

from rules.canvas import EMPTY
from rules.games.tribes.layout import BOARD, RESOURCES, TILE_SQUARES, TRIBES
from rules.games.tribes.position import TribesPosition
from rules.prose import N_, Sentence


def labels(position: TribesPosition) -> Mapping[str, Sentence]:
    """By what can be clicked: the piece and the tile there, or what the tribe is good at."""
    tribes = {tribe: Sentence(resource) for tribe, resource in zip(TRIBES, RESOURCES, strict=True)}
    quadrants = {
        BOARD.names[square]: Sentence(
            N_("{held}, {value} {resource}"),
            {"held": _held(position, square), "value": tile.value, "resource": Sentence(RESOURCES[tile.tribe])},
        )
        for tile, squares in zip(position.land.tiles, TILE_SQUARES, strict=True)
        for square in squares
    }
    return quadrants | tribes


def _held(position: TribesPosition, square: int) -> Sentence:
    bit = BOARD.bits[square]
    for tribe, name in enumerate(TRIBES):
        values = {"tribe": name}
        if bit & position.land.marks[tribe]:
            return Sentence(N_("suit mark of {tribe}"), values)
        if bit & position.markers[tribe]:
            return Sentence(N_("coin of {tribe}"), values)
        if bit & position.shamans[tribe]:
            return Sentence(N_("Shaman of {tribe}"), values)
    return EMPTY

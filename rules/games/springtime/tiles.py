"""Landscape of Springtime: nine tiles of our own, shuffled and rotated (the rule sheet does not show its own)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from rules.errors import BadSetup
from rules.games.springtime.fields import check_rows, fields
from rules.json_types import Json

LETTERS = "mpfl"
"""Meadow, pasture, forest, lake."""
TILES = {
    "shore": ("mmm", "mll", "mll"),
    "bay": ("ppp", "pll", "lll"),
    "brook": ("mlf", "mlf", "llf"),
    "grove": ("fff", "ffm", "mmm"),
    "clearing": ("fff", "fpp", "fpp"),
    "hedge": ("ppf", "fff", "fpp"),
    "common": ("mmp", "mmp", "ppp"),
    "paddock": ("ppm", "ppm", "pmm"),
    "spinney": ("ffl", "ffl", "mmm"),
}
"""The nine tiles: three rows each, the top row first."""
FEWEST_FIELDS = 9

Tile = tuple[str, ...]


def turned(tile: Tile) -> Tile:
    """Rotate a tile by a quarter turn to the right."""
    return tuple("".join(column) for column in zip(*reversed(tile), strict=True))


def new_layout(players: int, options: Mapping[str, str], rng: Random) -> dict[str, Json]:
    """Draw the nine tiles in random places and rotations until there are at least nine fields."""
    rows = _laid(rng)
    while len(fields(tuple(rows)).fields) < FEWEST_FIELDS:
        rows = _laid(rng)
    return {"fields": rows}


def _laid(rng: Random) -> list[str]:
    tiles: list[Tile] = list(TILES.values())
    rng.shuffle(tiles)
    for number in range(len(tiles)):
        for _ in range(rng.randrange(4)):
            tiles[number] = turned(tiles[number])
    return ["".join(tile[row] for tile in tiles[left : left + 3]) for left in (0, 3, 6) for row in range(3)]


def check_layout(players: int, options: Mapping[str, str], layout: Mapping[str, Json]) -> None:
    """Validate nine rows of the four letters with at least nine fields; raise BadSetup that names the faulty place."""
    if len(check_rows(layout, LETTERS).fields) < FEWEST_FIELDS:
        raise BadSetup("too-few-fields", "fields")

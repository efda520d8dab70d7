"""Land: 24 tiles of a piecepack in four rows of six, the quadrants they cover, and their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rules.board import board
from rules.errors import BadSetup
from rules.game import Layout
from rules.json_types import Json
from rules.prose import N_

TRIBES = (N_("winter"), N_("autumn"), N_("summer"), N_("spring"))
"""Words of the notation; people read them in their language."""
FOUR = range(len(TRIBES))
RESOURCES = (N_("water"), N_("wood"), N_("animals"), N_("grain"))
"""Resource of each tribe, in the order of TRIBES."""
VALUES = (1, 2, 3, 4, 5, 6)
"""Values from the ace to the null, which counts six."""
CORNERS = ("nw", "ne", "se", "sw")
ROWS, COLUMNS = 4, 6
BOARD = board(2 * COLUMNS, 2 * ROWS)
Masks = tuple[int, ...]
"""Quadrants by tribe."""


class Tile(NamedTuple):
    """One tile: its tribe as an index of TRIBES, its value, and the corner of its suit mark."""

    tribe: int
    value: int
    corner: str

    def to_json(self) -> dict[str, str | int]:
        """Serialize the tile as in a layout."""
        return {"suit": TRIBES[self.tribe], "value": self.value, "corner": self.corner}


def tile_squares(number: int) -> tuple[int, int, int, int]:
    """Return the quadrants of a tile by its number (0 at the upper left, row by row), in the order of CORNERS."""
    row, column = divmod(number, COLUMNS)
    west, south = 2 * column, 2 * (ROWS - 1 - row)
    lower, upper = south * BOARD.columns + west, (south + 1) * BOARD.columns + west
    return upper, upper + 1, lower + 1, lower


TILE_SQUARES = tuple(tile_squares(number) for number in range(ROWS * COLUMNS))
TILE_BITS = sum(BOARD.bits[squares[3]] for squares in TILE_SQUARES)
"""Lower left quadrants of all tiles; a set of tiles is a mask of these."""


def tiles_of(mask: int) -> int:
    """Return the tiles that a mask touches, as a mask of their lower left quadrants."""
    upright = mask | mask >> BOARD.columns
    return (upright | upright >> 1) & TILE_BITS


def squares_of(tiles: int) -> int:
    """Return all quadrants of a set of tiles; the inverse of `tiles_of`."""
    lower = tiles | tiles << 1
    return lower | lower << BOARD.columns


REMEMBERED = 1000
TILES = tuple(map(tiles_of, BOARD.bits))
"""Tile of each quadrant, as from `tiles_of`."""


class Land:
    """Tiles of one game with scoring tables. Get it with `land(layout)`."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.tiles = tiles
        self._hash = hash(tiles)
        self._resources: dict[int, Sequence[int]] = {}
        """Cached resources by set of tiles; a search asks often for few sets."""
        self.marks = tuple(self._mask(tribe, None) for tribe in range(len(TRIBES)))
        self.planes = tuple(tuple(self._mask(tribe, 1 << power) for power in range(3)) for tribe in range(len(TRIBES)))
        """Tiles by tribe whose value contains 1, 2 and 4, so that a sum of values takes three bit counts."""

    def _mask(self, tribe: int, part: int | None) -> int:
        """Return the suit marks of a tribe, or its tiles whose value contains `part`, a power of two."""
        return sum(
            BOARD.bits[squares[3 if part else CORNERS.index(tile.corner)]]
            for tile, squares in zip(self.tiles, TILE_SQUARES, strict=True)
            if tile.tribe == tribe and (part is None or tile.value & part)
        )

    def resources(self, settlement: int) -> Sequence[int]:
        """Sum the values of the tiles that a settlement touches, by tribe; each tile counts once."""
        return self.resources_on(tiles_of(settlement))

    def resources_on(self, tiles: int) -> Sequence[int]:
        """Sum the values of tiles, by tribe."""
        found = self._resources.get(tiles)
        if found is None:
            if len(self._resources) >= REMEMBERED:
                self._resources.clear()
            found = self._resources[tiles] = tuple(
                [
                    (tiles & ones).bit_count() + 2 * (tiles & twos).bit_count() + 4 * (tiles & fours).bit_count()
                    for ones, twos, fours in self.planes
                ]
            )
        return found

    def to_json(self) -> list[list[dict[str, str | int]]]:
        """Serialize the tiles as in a layout, top row first."""
        flat = [tile.to_json() for tile in self.tiles]
        return [flat[start : start + COLUMNS] for start in range(0, len(flat), COLUMNS)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Land) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return self._hash


def land(layout: Layout) -> Land:
    """Return the land of a checked layout."""
    return Land(tuple(_tile(tile) for row in layout["tiles"] for tile in row))


def _tile(tile: Mapping[str, Any]) -> Tile:
    return Tile(TRIBES.index(tile["suit"]), tile["value"], tile["corner"])


def new_layout(players: int, options: Mapping[str, str], rng: Random) -> dict[str, Json]:
    """Shuffle all tiles and rotate each at random."""
    shuffled = [(tribe, value) for tribe in range(len(TRIBES)) for value in VALUES]
    rng.shuffle(shuffled)
    return {"tiles": Land(tuple(Tile(tribe, value, rng.choice(CORNERS)) for tribe, value in shuffled)).to_json()}


def check_layout(players: int, options: Mapping[str, str], layout: Mapping[str, Json]) -> None:
    """Validate that each of the 24 tiles occurs once in four rows of six.

    Raises BadSetup that names the faulty place.
    """
    for name in layout:
        if name != "tiles":
            raise BadSetup("bad-layout", str(name))
    rows = _list(layout.get("tiles"), ROWS, "tiles")
    places = {
        f"tiles.{r}.{c}": tile for r, row in enumerate(rows) for c, tile in enumerate(_list(row, COLUMNS, f"tiles.{r}"))
    }
    seen: set[tuple[int, int]] = set()
    for place, tile in places.items():
        _check_tile(place, tile)
        if (kind := _tile(tile)[:2]) in seen:
            raise BadSetup("bad-layout", place)
        seen.add(kind)


def _list(value: object, length: int, name: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise BadSetup("bad-layout", name)
    return value


def _check_tile(place: str, tile: object) -> None:
    if not isinstance(tile, Mapping) or set(tile) != {"suit", "value", "corner"}:
        raise BadSetup("bad-layout", place)
    if tile["suit"] not in TRIBES or tile["corner"] not in CORNERS:
        raise BadSetup("bad-layout", place)
    if type(tile["value"]) is not int or tile["value"] not in VALUES:
        raise BadSetup("bad-layout", place)

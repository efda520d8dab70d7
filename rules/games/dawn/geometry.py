"""Geometry for text and picture: jutting ends, new bars, and routes of the asteroids."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from rules.games.dawn.actions import BOARD, CERES, VESTA, Bar
from rules.games.dawn.position import DawnPosition


class Edge(Enum):
    """An edge of the board; the value points outwards as (column, row)."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    LOWER = (0, -1)
    UPPER = (0, 1)


def edge_crossed(bar: Bar) -> Edge | None:
    """Return the edge over which a bar juts out, or None."""
    if not bar.juts_out:
        return None
    (column, row), (last_column, _) = BOARD.place(bar.first), BOARD.place(bar.last)
    if bar.in_column:
        return Edge.LOWER if row == 0 else Edge.UPPER
    return Edge.LEFT if column == 0 else Edge.RIGHT if last_column == BOARD.columns - 1 else None


def squares_outside(bar: Bar) -> int:
    """Count the squares of a bar outside the board."""
    return bar.length - bar.mask.bit_count() if bar.juts_out else 0


def new_bars(position: DawnPosition, before: DawnPosition | None) -> Sequence[Bar]:
    """Return the bars placed since `before`; none without it."""
    return () if before is None else position.bars[len(before.bars) :]


def arrivals(position: DawnPosition, before: DawnPosition | None) -> dict[str, int | None]:
    """Map the asteroids entered or moved since `before` to their previous squares; None for a new asteroid."""
    if before is None:
        return {}
    squares = {VESTA: (before.vesta, position.vesta), CERES: (before.ceres, position.ceres)}
    return {asteroid: origin for asteroid, (origin, now) in squares.items() if origin != now}


def route(origin: int, target: int, free: int) -> Sequence[int]:
    """Find a shortest path over free squares, both ends included; empty if there is none."""
    layers = [BOARD.bits[origin]]
    reached = layers[0]
    while not reached & BOARD.bits[target]:
        fresh = BOARD.spread(reached) & (free | BOARD.bits[target]) & ~reached
        if not fresh:
            return ()
        layers.append(fresh)
        reached |= fresh
    way = [target]
    for layer in reversed(layers[:-1]):
        way.append(next(BOARD.squares(layer & BOARD.neighbours[way[-1]])))
    return way[::-1]

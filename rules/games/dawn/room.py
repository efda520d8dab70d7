"""Room around a square and the bars that reduce it: tables and counts for the tactics."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.dawn.actions import BARS, BOARD, LENGTHS, Bar

_NOT_FIRST = BOARD.full & ~BOARD.column_masks[0]
_NOT_LAST = BOARD.full & ~BOARD.column_masks[-1]
_COLUMNS = BOARD.columns
_BITS = BOARD.bits
RINGS = 10
"""Number of distance classes; the first holds the squares within the steps of an asteroid."""
_STEPPED = tuple((0,) * steps + tuple(range(1, RINGS)) for steps in range(LENGTHS[-1] + 1))
"""Distance class of each successive ring, from the nearest squares outwards, by the number of steps."""


def fading(fraction: float) -> Sequence[float]:
    """Return weights of squares by distance, each step multiplied by `fraction`."""
    return tuple(fraction**distance for distance in range(BOARD.size))


def openness(square: int, free: int, fade: Sequence[float], steps: int) -> float:
    """Sum the reachable free squares, weighted by distance; the first `steps` steps have full weight."""
    frontier = _BITS[square]
    total, distance = 0.0, -steps
    while True:
        sideways = (frontier & _NOT_LAST) << 1 | (frontier & _NOT_FIRST) >> 1
        frontier = (sideways | frontier << _COLUMNS | frontier >> _COLUMNS) & free
        if not frontier:
            return total
        free ^= frontier
        distance += 1
        total += frontier.bit_count() * (fade[distance] if distance > 0 else 1.0)


def rings(square: int, free: int, count: int) -> list[int]:
    """Return the free squares at each distance 1, 2, … `count` from a square."""
    reached = _BITS[square]
    found = []
    for _ in range(count):
        grown = reached | (BOARD.spread(reached) & free)
        found.append(grown & ~reached)
        reached = grown
    return found


def ripples(square: int, free: int, steps: int = 0, other: int | None = None) -> tuple[list[int], int]:
    """Count free squares by distance class, and find the class of the other asteroid.

    The first class holds the squares within `steps`; each further step is one class. Squares `RINGS` or more steps
    further are left out. The second result is `RINGS` if the other asteroid is not next to a reached square.
    """
    frontier, sought = _BITS[square], 0 if other is None else _BITS[other]
    counts, found = [0] * RINGS, RINGS
    for ring in _STEPPED[steps]:
        sideways = (frontier & _NOT_LAST) << 1 | (frontier & _NOT_FIRST) >> 1
        frontier = sideways | frontier << _COLUMNS | frontier >> _COLUMNS
        if frontier & sought and ring < found:
            found = ring
        frontier &= free
        if not frontier:
            break
        free ^= frontier
        counts[ring] += frontier.bit_count()
    return counts, found


def met(bar: Bar, walls: int) -> int:
    """Count the ends of a flat bar that meet a wall or the edge of the board; two such ends cut an area."""
    return sum(1 for end in _BEYOND[bar] if not end or end & walls)


def _beyond(bar: Bar) -> tuple[int, ...]:
    """Return the three squares in front of each end of a flat bar, or none at an edge."""
    if bar.upright:
        return ()
    step = (0, 1) if bar.in_column else (1, 0)
    return (_front(bar.first, (-step[0], -step[1])), _front(bar.last, step))


def _front(square: int, step: tuple[int, int]) -> int:
    column, row = BOARD.place(square)
    across = ((step[1] * shift, step[0] * shift) for shift in (-1, 0, 1))
    squares = [BOARD.at(column + step[0] + dx, row + step[1] + dy) for dx, dy in across]
    return sum(_BITS[square] for square in squares if square is not None) if None not in squares else 0


_BEYOND = {bar: _beyond(bar) for bars in BARS.values() for bar in bars}
NEAR = tuple(BOARD.spread(BOARD.spread(bit)) & ~bit for bit in BOARD.bits)
"""Squares within two steps of each square, without itself."""

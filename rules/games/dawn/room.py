"""How much room there is around a square, and which bars would take it away: tables built once for the tactics."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.dawn.actions import BARS, BOARD, LENGTHS, Bar

_NOT_FIRST = BOARD.full & ~BOARD.column_masks[0]
_NOT_LAST = BOARD.full & ~BOARD.column_masks[-1]
_COLUMNS = BOARD.columns
_BITS = BOARD.bits
RINGS = 10
"""Into how many distances squares are sorted, those within the steps of an asteroid being the first."""
_STEPPED = tuple((0,) * steps + tuple(range(1, RINGS)) for steps in range(LENGTHS[-1] + 1))
"""By the number of steps, the rings one after another, from the nearest squares on."""


def fading(fraction: float) -> Sequence[float]:
    """Weights of the squares by their distance, each step worth `fraction` of the one before."""
    return tuple(fraction**distance for distance in range(BOARD.size))


def openness(square: int, free: int, fade: Sequence[float], steps: int) -> float:
    """The free squares that can be reached from a square, far ones counting less; the first `steps` fade nothing."""
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
    """The free squares in 1, 2, … `count` steps from a square, each distance by itself."""
    reached = _BITS[square]
    found = []
    for _ in range(count):
        grown = reached | (BOARD.spread(reached) & free)
        found.append(grown & ~reached)
        reached = grown
    return found


def ripples(square: int, free: int, steps: int = 0, other: int | None = None) -> tuple[list[int], int]:
    """How many free squares are within those steps from a square, then 1, 2, … further, and in which ring the other is.

    What is `RINGS` and more steps further is left out, and so is another square that is not next to what is reached.
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
    """At how many of its ends a flat bar meets a wall, the edge of the board included: two of them cut an area."""
    return sum(1 for end in _BEYOND[bar] if not end or end & walls)


def _beyond(bar: Bar) -> tuple[int, ...]:
    """For each end of a flat bar, the three squares in front of it, or nothing where it is at an edge."""
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
"""The squares within two steps of each, itself left out."""

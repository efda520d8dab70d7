"""What free squares see along their rows and columns once a piece has been put down: light, or shadows behind roofs.

What a free square sees in one direction are the pieces up to the next free square. Pieces stay, so what it has once
seen there holds for as long as it is free: a new piece only adds to that, at both ends of the pieces that it joins.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.games.siesta.pieces import DIRECTIONS, PLACES
from rules.games.siesta.siestas import AXES, Ray

Sights: TypeAlias = list[tuple[int, int]]
"""Free squares, each with the roofs of the siesta that a piece there would be part of."""

WAYS = tuple(PLACES * way for way in range(len(DIRECTIONS)))
"""By direction in which light may travel: where the squares of that direction begin in a mask of all four."""
_AHEAD = {
    bit: tuple((way, ahead) for way, (_, ahead) in zip(WAYS, axes, strict=True) if ahead) for bit, axes in AXES.items()
}
"""By square: each way on from it that does not end at once, with its squares."""


def seen_past_sun(bit: int, roofs: int, shadows: int, free: int) -> tuple[int, Sights]:
    """Where the light of a new sun comes, and where a shadow can rest now."""
    lit, shades = 0, []
    for way, ahead in _AHEAD[bit]:
        if ahead[0] & free:
            lit |= ahead[0] << way
        elif ahead[0] & roofs:
            houses, end = _run(ahead, roofs)
            if end & free:
                lit |= end << way
                shades.append((end, houses))
            elif end & shadows and (beyond := _run(ahead, houses | shadows)[1]) & free:
                shades.append((beyond, houses))
    return lit, shades


def seen_past_roof(bit: int, suns: int, roofs: int, shadows: int, free: int) -> tuple[int, int, Sights, Sights]:
    """Where light comes past a new roof, whence it would reach shadows, where a shadow can rest, where a sun is due."""
    lit = leading = 0
    shades, dark = [], []
    for axis in (0, 1):
        back, on = AXES[bit][axis]
        houses_back, first = _run(back, roofs)
        houses_on, last = _run(on, roofs)
        if not (first | last) & (suns | shadows):
            continue
        houses = houses_back | bit | houses_on
        for way, source, ahead, end in ((WAYS[axis], first, on, last), (WAYS[axis + 2], last, back, first)):
            if source & suns:
                if end & free:
                    lit |= end << way
                    shades.append((end, houses))
                elif end & shadows and (beyond := _run(ahead, houses | shadows)[1]) & free:
                    shades.append((beyond, houses))
            elif source & free and end & shadows:
                leading |= source << way
                dark.append((source, houses))
    return lit, leading, shades, dark


def seen_past_shadow(bit: int, suns: int, roofs: int, shadows: int, free: int) -> tuple[int, Sights, Sights]:
    """Whence light would reach a new shadow, where another can rest after it, and where a sun is due."""
    leading = 0
    shades, dark = [], []
    for axis in (0, 1):
        back, on = AXES[bit][axis]
        resting_back, first = _run(back, shadows)
        resting_on, last = _run(on, shadows)
        for way, behind, resting, near, end in (
            (WAYS[axis], back, resting_back, first, last),
            (WAYS[axis + 2], on, resting_on, last, first),
        ):
            if near & roofs:
                run, source = _run(behind, resting | roofs)
                if source & suns:
                    if end & free:
                        shades.append((end, run ^ resting))
                elif source & free and not resting:
                    leading |= source << way
                    dark.append((source, run))
            elif near & free and not resting:
                leading |= near << way
    return leading, shades, dark


def _run(ray: Ray, mask: int) -> tuple[int, int]:
    """The squares of a mask at the beginning of a ray, and the first square after them, 0 at the edge."""
    run = 0
    for bit in ray:
        if not bit & mask:
            return run, bit
        run |= bit
    return run, 0

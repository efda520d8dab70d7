"""Lines of sight of new pieces in four directions: completed siestas, light, and shadows behind roofs.

A new piece changes only what free squares see: the squares where light arrives, and those from which light would reach
shadows, by WAYS; the squares where a shadow could rest, and where a sun is missing, by SEATS. It also completes
siestas. A double siesta has one facing entry, not one from each end.

A free square sees the pieces up to the next free square in each direction. Pieces never move, so anything seen from a
free square stays visible while the square is free. A new piece only adds to that, at both ends of the pieces it joins.
"""

from __future__ import annotations

from rules.games.siesta.cells import FREE, OWNERS, SHADOW_HERE, STEPS, SUN_HERE, Cells, past_roofs
from rules.games.siesta.pieces import DIRECTIONS, PLACES, ROOF, VILLAGE
from rules.games.siesta.siestas import Completion

WAYS = tuple(PLACES * way for way in range(len(STEPS)))
"""Offset of each direction of light in a mask of all four directions."""
SEATS = tuple(PLACES * (seat + 1) for seat in range(len(OWNERS)))
"""Offset of each seat in a mask of all seats; the squares of any seat come first."""
_SEATS_AMONG = tuple(
    1 + sum(1 << lane for owner, lane in zip(OWNERS, SEATS, strict=True) if owner & owners)
    for owners in range(sum(OWNERS) + 1)
)
"""By set of owners: the lowest bit of the part for any seat, and of each owner's part."""


def _next(place: int, *, back: bool) -> int:
    """Return the adjacent squares in each direction of the light, or one step back, by WAYS."""
    found = 0
    for way, (up, down) in zip(WAYS, DIRECTIONS, strict=True):
        found |= (1 << place << (down if back else up) >> (up if back else down) & VILLAGE) << way
    return found


_LIT_BY = tuple(_next(place, back=False) for place in range(PLACES))
"""Squares that a sun on each place lights at once."""
_LEADING_TO = tuple(_next(place, back=True) for place in range(PLACES))
"""Squares from which light would reach a shadow on each place at once."""
_DIRECTIONS = tuple(zip(WAYS, STEPS, strict=True))
"""Offset and step of each direction."""
_AXES = ((*_DIRECTIONS[0], *_DIRECTIONS[2]), (*_DIRECTIONS[1], *_DIRECTIONS[3]))
"""Offset and step of both directions along a row, and along a column."""


def past_sun(cells: Cells, place: int) -> tuple[int, int, tuple[Completion, ...]]:
    """Compute the effect of a sun on a free place: light, places for shadows, siestas."""
    lit, shades = _LIT_BY[place], 0
    siestas: tuple[Completion, ...] = ()
    for way, step in _DIRECTIONS:
        if 0 < cells[place + step] < SUN_HERE:
            owners, last = past_roofs(cells, place + step, step)
            if cells[last] == FREE:
                lit |= 1 << last + way
                shades |= _SEATS_AMONG[owners] << last
            elif cells[last] == SHADOW_HERE:
                shade, resting, facing = light_goes_on(cells, last, step, 0)
                shades |= _SEATS_AMONG[owners] * shade
                siestas += ((owners, resting, facing),)
    return lit, shades, siestas


def past_roof(cells: Cells, place: int, owner: int) -> tuple[int, int, int, int, tuple[Completion, ...]]:
    """Compute the effect of a roof on a free place.

    Returns light, squares from which light would reach shadows, places for shadows, places for suns, and siestas.
    """
    lit = leading = shades = dark = 0
    siestas: tuple[Completion, ...] = ()
    for ahead, step, behind, back in _AXES:
        owners, first, last = owner, place + back, place + step
        while 0 < (begin := cells[first]) < SUN_HERE:
            owners |= begin
            first += back
        while 0 < (end := cells[last]) < SUN_HERE:
            owners |= end
            last += step
        if begin == SUN_HERE or end == SHADOW_HERE:
            way, on = ahead, step
        elif end == SUN_HERE or begin == SHADOW_HERE:
            way, on, first, last, begin, end = behind, back, last, first, end, begin
        else:
            continue
        if begin == SUN_HERE:
            if end == FREE:
                lit |= 1 << last + way
                shades |= _SEATS_AMONG[owners] << last
            elif end == SHADOW_HERE:
                shade, resting, facing = light_goes_on(cells, last, on, 0)
                shades |= _SEATS_AMONG[owners] * shade
                siestas += ((owners, resting, facing),)
        elif begin == FREE:
            leading |= 1 << first + way
            dark |= _SEATS_AMONG[owners] << first
    return lit, leading, shades, dark, siestas


def past_shadow(cells: Cells, place: int) -> tuple[int, int, int, tuple[Completion, ...]]:
    """Compute the effect of a shadow on a free place.

    Returns squares from which light would reach shadows, places for shadows, places for suns, and siestas.
    """
    leading, shades, dark = _LEADING_TO[place], 0, 0
    siestas: tuple[Completion, ...] = ()
    for way, step in _DIRECTIONS:
        behind = place - step
        while (cell := cells[behind]) == SHADOW_HERE:
            behind -= step
        if 0 < cell < SUN_HERE:
            owners, first = past_roofs(cells, behind, -step)
            if cells[first] == SUN_HERE:
                shade, resting, facing = light_goes_on(cells, place + step, step, 1)
                shades |= _SEATS_AMONG[owners] * shade
                siestas += ((owners, resting, 0 if step < 0 else facing),)
            elif cells[first] == FREE and behind == place - step:
                leading |= 1 << first + way
                dark |= _SEATS_AMONG[owners] << first
    return leading, shades, dark, siestas


def light_goes_on(cells: Cells, place: int, step: int, resting: int) -> tuple[int, int, int]:
    """Follow shadows from `place` on.

    Returns the square for one more shadow, the number of shadows (plus `resting`), and the owners of the siesta that
    faces them from beyond; 0 where there is none.
    """
    while (cell := cells[place]) == SHADOW_HERE:
        resting += 1
        place += step
    if cell == FREE:
        return 1 << place, resting, 0
    if cell < SUN_HERE:
        owners, end = past_roofs(cells, place, step)
        if cells[end] == SUN_HERE:
            return 0, resting, owners
    return 0, resting, 0


def completed(cells: Cells, kind: int, bit: int, owner: int) -> tuple[Completion, ...]:
    """Return the siestas that a piece completes on a free square; a roof belongs to `owner`."""
    place = bit.bit_length() - 1
    if kind == ROOF:
        return past_roof(cells, place, owner)[-1]
    return past_shadow(cells, place)[-1] if kind else past_sun(cells, place)[-1]

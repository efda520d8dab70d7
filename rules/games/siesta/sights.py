"""What a new piece completes, and what free squares see past it: light, or shadows behind roofs.

Of what it adds to a village only free squares are of interest: where light comes now, and whence it would reach
shadows, by WAYS; where a shadow can rest, and where a sun is due, by SEATS; the siestas that it completes. A double
siesta faces once, not from both ends.

What a free square sees in one direction are the pieces up to the next free square. Pieces stay, so what it has once
seen there holds for as long as it is free: a new piece only adds to that, at both ends of the pieces that it joins.
"""

from __future__ import annotations

from rules.games.siesta.cells import FREE, OWNERS, SHADOW_HERE, STEPS, SUN_HERE, Cells, past_roofs
from rules.games.siesta.pieces import DIRECTIONS, PLACES, ROOF, VILLAGE
from rules.games.siesta.siestas import Completion

WAYS = tuple(PLACES * way for way in range(len(STEPS)))
"""By direction in which light may travel: where the squares of that direction begin in a mask of all four."""
SEATS = tuple(PLACES * (seat + 1) for seat in range(len(OWNERS)))
"""By seat: where its squares begin in a mask of all seats. The squares of anyone come first."""
_SEATS_AMONG = tuple(
    1 + sum(1 << lane for owner, lane in zip(OWNERS, SEATS, strict=True) if owner & owners)
    for owners in range(sum(OWNERS) + 1)
)
"""By set of owners: the first square of anyone, and that of each of them."""


def _next(place: int, *, back: bool) -> int:
    """The squares next to a place in the directions of the light, or those a step back; by WAYS."""
    found = 0
    for way, (up, down) in zip(WAYS, DIRECTIONS, strict=True):
        found |= (1 << place << (down if back else up) >> (up if back else down) & VILLAGE) << way
    return found


_LIT_BY = tuple(_next(place, back=False) for place in range(PLACES))
"""By place: where the light of a sun there comes at once."""
_LEADING_TO = tuple(_next(place, back=True) for place in range(PLACES))
"""By place: whence light would reach a shadow there at once."""
_DIRECTIONS = tuple(zip(WAYS, STEPS, strict=True))
"""Where the squares of a direction begin, and its step."""
_AXES = ((*_DIRECTIONS[0], *_DIRECTIONS[2]), (*_DIRECTIONS[1], *_DIRECTIONS[3]))
"""The same for both directions along a row, and along a column."""


def past_sun(cells: Cells, place: int) -> tuple[int, int, tuple[Completion, ...]]:
    """Of a sun on a free place: light, places for shadows, siestas."""
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
    """Of a roof on a free place: light, whence light would reach shadows, places for shadows and for suns, siestas."""
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
    """Of a shadow on a free place: whence light would reach shadows, places for shadows and for suns, siestas."""
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
    """Where one more shadow can rest, the shadows (on top of `resting`), and whose siesta faces them from beyond."""
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
    """What a piece completes on a free square; a roof is the owner's."""
    place = bit.bit_length() - 1
    if kind == ROOF:
        return past_roof(cells, place, owner)[-1]
    return past_shadow(cells, place)[-1] if kind else past_sun(cells, place)[-1]

"""Where two pieces together would complete a siesta, found for a whole board at once by shifting masks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import lshift, rshift
from typing import TypeAlias

from rules.game import Seat
from rules.games.siesta.cells import STEPS
from rules.games.siesta.pieces import ROOF, SHADOW, SUN, Masks
from rules.games.siesta.sights import WAYS
from rules.games.siesta.village import Village

Shift: TypeAlias = Callable[[int, int], int]
_THERE_AND_BACK: tuple[tuple[Shift, Shift], ...] = ((lshift, rshift), (rshift, lshift))
_WAYS_ON = tuple((way, abs(step), *_THERE_AND_BACK[step < 0]) for way, step in zip(WAYS, STEPS, strict=True))


def pairs(village: Village, seat: Seat, stock: Masks) -> Iterator[Masks]:
    """Free squares of two pieces that together complete a siesta with a roof of the seat, by kind and direction.

    Each square of an entry belongs to a pair of that entry. Whether its piece may be put down already is not asked;
    that the other one may follow is.
    """
    bright = village.bright if stock[SUN] > 0 else 0
    cool = village.cool if stock[SHADOW] > 0 else 0
    if stock[ROOF] > 0:
        yield from _with_roof(village, bright, cool, several=stock[ROOF] > 1)
    if bright and cool:
        yield from _round_houses(village.owned[seat], village.roofs, bright, cool)


def _round_houses(own: int, roofs: int, bright: int, cool: int) -> Iterator[Masks]:
    """A sun and a shadow at both ends of a run of roofs."""
    for step in STEPS[:2]:
        houses = own | _past(own, roofs, lshift, step) & roofs | _past(own, roofs, rshift, step) & roofs
        after, before = houses << step, houses >> step
        for sun, shadow, on, back in (
            (before & bright, after & cool, lshift, rshift),
            (after & bright, before & cool, rshift, lshift),
        ):
            if sun and shadow and (shadow := _past(sun, houses, on, step) & shadow):
                yield _past(shadow, houses, back, step) & sun, 0, shadow


def _with_roof(village: Village, bright: int, cool: int, *, several: bool) -> Iterator[Masks]:
    """A roof and a shadow, a sun and a roof, or two roofs."""
    roofs, free = village.roofs, village.free
    for way, step, on, back in _WAYS_ON:
        lit = village.lit >> way & free
        leading = village.leading >> way & free
        lit_on = _past(lit, roofs, on, step) if lit else 0
        leading_on = _past(leading, roofs, back, step) if leading else 0
        if shadow := lit_on & cool:
            yield 0, _past(shadow, roofs, back, step) & lit, shadow
        if sun := leading_on & bright:
            yield sun, _past(sun, roofs, on, step) & leading, 0
        if several and (second := lit_on & leading):
            yield 0, second | leading_on & lit, 0


def _past(starts: int, roofs: int, on: Shift, step: int) -> int:
    """The squares next to `starts`, and to the roofs that follow these without a gap."""
    beyond = on(starts, step)
    seen = beyond & roofs
    while seen:
        seen = on(seen, step)
        beyond |= seen
        seen &= roofs
    return beyond

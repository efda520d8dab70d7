"""Where light and shadow fall, for a whole board at once: squares on which one piece, or two, would complete a siesta.

Everything is followed by shifting masks: runs of roofs from a sun onwards, or from a shadow back towards the light.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.games.siesta.pieces import DIRECTIONS, VILLAGE, beside

Masks = tuple[int, int, int]
"""Squares for a sun, for a roof, for a shadow."""
NOTHING: Masks = (0, 0, 0)


class Village(NamedTuple):
    """The board as the seat to act sees it, with what it may still put down."""

    suns: int
    roofs: int
    own: int
    """Which of the roofs are its own."""
    shadows: int
    suns_left: int
    roofs_left: int
    shadows_left: int

    def taken(self) -> int:
        """The squares with a piece."""
        return self.suns | self.roofs | self.shadows


def cast(village: Village) -> tuple[int, int]:
    """Free squares away from suns where a shadow lies in a siesta: in any, and in one with a roof of one's own."""
    suns, roofs, own, shadows = village[:4]
    anyone = mine = 0
    for up, down in DIRECTIONS:
        lit, seen = 0, suns << up >> down & roofs
        while seen:
            lit |= seen
            seen = seen << up >> down & roofs
        reached, seen = lit, lit << up >> down & shadows
        while seen:
            reached |= seen
            seen = seen << up >> down & shadows
        anyone |= reached << up >> down
        seen = lit & own
        while seen:
            reached = seen << up >> down
            mine |= reached
            seen = reached & (lit | shadows)
    cool = VILLAGE & ~(village.taken() | beside(suns))
    return anyone & cool, mine & cool


def closing(village: Village) -> tuple[int, int]:
    """Free squares where a sun, or a roof of one's own, completes a siesta with a roof of one's own."""
    suns, roofs, own, shadows = village[:4]
    for_sun = for_roof = 0
    for up, down in DIRECTIONS:
        lit, seen = suns, suns << up >> down & roofs
        while seen:
            lit |= seen
            seen = seen << up >> down & roofs
        leading, seen = shadows, shadows << down >> up & roofs
        while seen:
            leading |= seen
            seen = seen << down >> up & roofs
        for_roof |= lit << up >> down & leading << down >> up
        seen = leading & own
        while seen:
            seen = seen << down >> up
            for_sun |= seen
            seen &= leading & roofs
    free = VILLAGE & ~village.taken()
    return for_sun & free & ~beside(shadows), for_roof & free


def _past_roofs(starts: int, roofs: int, up: int, down: int) -> int:
    """`starts` and the roofs that follow them without a gap."""
    passed, seen = starts, starts << up >> down & roofs
    while seen:
        passed |= seen
        seen = seen << up >> down & roofs
    return passed


def pairs(village: Village) -> list[Masks]:
    """Free squares of two pieces that together complete a siesta with a roof of one's own, by kind and direction.

    Each square of an entry belongs to a pair of that entry. Whether its piece may be put down already is not asked;
    that the other one may follow is.
    """
    suns, roofs, own, shadows = village[:4]
    free = VILLAGE & ~village.taken()
    bright = free & ~beside(shadows) if village.suns_left else 0
    cool = free & ~beside(suns) if village.shadows_left else 0
    found = []
    for up, down in DIRECTIONS:
        if village.roofs_left:
            lit = _past_roofs(suns, roofs, up, down) << up >> down & free
            leading = _past_roofs(shadows, roofs, down, up) << down >> up & free
            lit_on = _past_roofs(lit, roofs, up, down) << up >> down
            leading_on = _past_roofs(leading, roofs, down, up) << down >> up
            if shadow := lit_on & cool:
                found.append((0, _past_roofs(shadow, roofs, down, up) << down >> up & lit, shadow))
            if sun := leading_on & bright:
                found.append((sun, _past_roofs(sun, roofs, up, down) << up >> down & leading, 0))
            if village.roofs_left > 1 and (second := lit_on & leading):
                found.append((0, second | leading_on & lit, 0))
        houses = _past_roofs(own, roofs, up, down) | _past_roofs(own, roofs, down, up)
        sun = houses << down >> up & bright
        if shadow := _past_roofs(sun, houses, up, down) << up >> down & houses << up >> down & cool:
            found.append((_past_roofs(shadow, houses, down, up) << down >> up & sun, 0, shadow))
    return found

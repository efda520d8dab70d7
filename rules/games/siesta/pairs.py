"""Where two pieces together would complete a siesta, found for a whole board at once by shifting masks."""

from __future__ import annotations

from rules.game import Seat
from rules.games.siesta.pieces import DIRECTIONS, ROOF, SHADOW, SUN
from rules.games.siesta.sights import WAYS
from rules.games.siesta.village import Masks, Village


def pairs(village: Village, seat: Seat) -> list[Masks]:
    """Free squares of two pieces that together complete a siesta with a roof of the seat, by kind and direction.

    Each square of an entry belongs to a pair of that entry. Whether its piece may be put down already is not asked;
    that the other one may follow is.
    """
    roofs, own, free, left = village.roofs, village.owned[seat], village.free, village.left(seat)
    bright = free & ~village.beside_shadows if left[SUN] else 0
    cool = free & ~village.beside_suns if left[SHADOW] else 0
    found = []
    for way, (up, down) in zip(WAYS, DIRECTIONS, strict=True):
        if left[ROOF]:
            lit = village.lit >> way & free
            leading = village.leading >> way & free
            lit_on = _past_roofs(lit, roofs, up, down) << up >> down if lit else 0
            leading_on = _past_roofs(leading, roofs, down, up) << down >> up if leading else 0
            if shadow := lit_on & cool:
                found.append((0, _past_roofs(shadow, roofs, down, up) << down >> up & lit, shadow))
            if sun := leading_on & bright:
                found.append((sun, _past_roofs(sun, roofs, up, down) << up >> down & leading, 0))
            if left[ROOF] > 1 and (second := lit_on & leading):
                found.append((0, second | leading_on & lit, 0))
        houses = _past_roofs(own, roofs, up, down) | _past_roofs(own, roofs, down, up)
        sun = houses << down >> up & bright
        shadow = houses << up >> down & cool
        if sun and shadow and (shadow := _past_roofs(sun, houses, up, down) << up >> down & shadow):
            found.append((_past_roofs(shadow, houses, down, up) << down >> up & sun, 0, shadow))
    return found


def _past_roofs(starts: int, roofs: int, up: int, down: int) -> int:
    """`starts` and the roofs that follow them without a gap."""
    passed, seen = starts, starts << up >> down & roofs
    while seen:
        passed |= seen
        seen = seen << up >> down & roofs
    return passed

"""The village as it stands, and what is known of its free squares, so that nothing has to be looked for twice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from rules.game import Seat
from rules.games.siesta.pieces import BITS, NEAR, ROOF, SHADOW, SUN, SUPPLY, VILLAGE
from rules.games.siesta.sights import WAYS, Sights, seen_past_roof, seen_past_shadow, seen_past_sun

Masks: TypeAlias = tuple[int, int, int]
"""Squares for a sun, for a roof, for a shadow."""
NOTHING: Masks = (0, 0, 0)


class Village(NamedTuple):
    """The board. Of what squares see, only what free ones see is of interest."""

    suns: int
    roofs: int
    shadows: int
    owned: tuple[int, ...]
    """The roofs by seat."""
    free: int
    beside_suns: int
    beside_shadows: int
    touching: int
    """The squares beside any piece."""
    lit: int
    """Where light comes straight from a sun, past roofs or none; by `WAYS`."""
    leading: int
    """Where a shadow would be reached by light that goes on, past roofs or none; by `WAYS`."""
    for_shadow: tuple[int, ...]
    """By seat: where a shadow would lie in a siesta with a roof of that seat, were there no sun beside it."""
    for_sun: tuple[int, ...]
    """By seat: where a sun would complete a siesta with a roof of that seat, were there no shadow beside it."""

    def put(self, kind: int, bit: int, seat: Seat) -> Village:
        """The village with one more piece; a roof is the seat's."""
        (
            suns, roofs, shadows, owned, free, beside_suns, beside_shadows, touching, lit, leading, for_shadow,
            for_sun,
        ) = self  # fmt: skip
        free ^= bit
        near = NEAR[bit]
        if kind == SHADOW:
            shadows |= bit
            beside_shadows |= near
            fresh, shades, dark = seen_past_shadow(bit, suns, roofs, shadows, free)
            leading |= fresh
        else:
            if kind == SUN:
                suns |= bit
                beside_suns |= near
                light, shades = seen_past_sun(bit, roofs, shadows, free)
                dark = []
            else:
                roofs |= bit
                owned = (*owned[:seat], owned[seat] | bit, *owned[seat + 1 :])
                light, fresh, shades, dark = seen_past_roof(bit, suns, roofs, shadows, free)
                leading |= fresh
            lit |= light
        return Village(
            suns, roofs, shadows, owned, free, beside_suns, beside_shadows, touching | near, lit, leading,
            _with(for_shadow, shades, owned), _with(for_sun, dark, owned),
        )  # fmt: skip

    def left(self, seat: Seat) -> tuple[int, int, int]:
        """How many suns, roofs of a seat and shadows are left."""
        return (
            SUPPLY[SUN] - self.suns.bit_count(),
            SUPPLY[ROOF] - self.owned[seat].bit_count(),
            SUPPLY[SHADOW] - self.shadows.bit_count(),
        )

    def shade(self) -> int:
        """Where a shadow may lie: in a siesta and away from suns."""
        return reduce(or_, self.for_shadow) & self.free & ~self.beside_suns

    def scoring(self, seat: Seat) -> Masks:
        """Where a single piece completes a siesta with a roof of the seat, whatever is left in the supply."""
        return self._completing(self.for_sun[seat], self.for_shadow[seat])

    def completes(self, kind: int, bit: int) -> bool:
        """Whether a piece that may be put there completes a siesta, whoever's; shadows may only if they do."""
        if kind == SUN:
            return bool(reduce(or_, self.for_sun) & bit)
        return kind == SHADOW or bool(self._between() & bit)

    def completing(self) -> Masks:
        """Where a single piece completes any siesta, whatever is left in the supply."""
        return self._completing(reduce(or_, self.for_sun), reduce(or_, self.for_shadow))

    def _completing(self, for_sun: int, for_shadow: int) -> Masks:
        free = self.free
        return for_sun & free & ~self.beside_shadows, self._between() & free, for_shadow & free & ~self.beside_suns

    def _between(self) -> int:
        """Where light would go on to a shadow, past one roof more."""
        between = self.lit & self.leading
        between |= between >> WAYS[2]
        return between | between >> WAYS[1]


def _with(by_seat: tuple[int, ...], sights: Sights, owned: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of each seat with those from where a roof of it is seen."""
    if not sights:
        return by_seat
    masks = list(by_seat)
    for square, houses in sights:
        for seat, own in enumerate(owned):
            if houses & own:
                masks[seat] |= square
    return tuple(masks)


def empty(players: int) -> Village:
    """The village before the first piece."""
    none = (0,) * players
    return Village(0, 0, 0, none, VILLAGE, 0, 0, 0, 0, 0, none, none)


def built(suns: int, owned: Sequence[int], shadows: int) -> Village:
    """The village with these pieces, put down in any order."""
    village = empty(len(owned))
    for kind, masks in ((SUN, (suns,)), (ROOF, owned), (SHADOW, (shadows,))):
        for seat, mask in enumerate(masks):
            for bit in filter(mask.__and__, BITS):
                village = village.put(kind, bit, seat)
    return village

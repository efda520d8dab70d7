"""Board of Siesta with incremental knowledge of its free squares, so that nothing is searched twice."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

from rules.game import Seat
from rules.games.siesta.cells import NO_PIECES, OWNERS, SHADOW_HERE, SUN_HERE, Cells
from rules.games.siesta.pieces import AWAY, BITS, NEAR, PLENTY, ROOF, SHADOW, SUN, SUPPLY, TURN, VILLAGE, Masks
from rules.games.siesta.siestas import Completion
from rules.games.siesta.sights import SEATS, WAYS, past_roof, past_shadow, past_sun

ENOUGH: Masks = (TURN, TURN, TURN)
"""At least as many pieces of each kind as a turn can use."""


class Village:
    """The board; lines of sight are stored for free squares only."""

    __slots__ = (
        "bright", "cells", "completed", "cool", "for_shadow", "for_sun", "free", "leading", "lit", "owned", "plenty",
        "roofs", "shadows", "suns", "touching",
    )  # fmt: skip

    cells: Cells
    """The pieces by square; suns, roofs, shadows and free hold the same as masks."""
    suns: int
    roofs: int
    shadows: int
    free: int
    owned: tuple[int, ...]
    """Roofs by seat."""
    bright: int
    """Free squares not beside a shadow, for suns."""
    cool: int
    """Free squares not beside a sun, for shadows."""
    touching: int
    """Free squares beside any piece."""
    plenty: bool
    """Whether every seat has three pieces of each kind left, and three squares are free."""
    lit: int
    """Squares lit straight from a sun, past roofs or none; by `WAYS`."""
    leading: int
    """Squares from which light would reach a shadow, past roofs or none; by `WAYS`."""
    for_shadow: int
    """Squares where a shadow would lie in a siesta, if no sun were beside it; by `SEATS`."""
    for_sun: int
    """Squares where a sun would complete a siesta, if no shadow were beside it; by `SEATS`."""
    completed: tuple[Completion, ...]
    """Siestas that the last piece completed."""

    def put(self, kind: int, bit: int, seat: Seat) -> Village:
        """Return the village with one more piece; a roof belongs to the seat."""
        after = _new(Village)
        place = bit.bit_length() - 1
        after.cells = self.cells.copy()
        after.free = free = self.free ^ bit
        after.touching = (self.touching | NEAR[place]) & free
        if kind == SUN:
            self._put_sun(after, place, bit)
        elif kind == ROOF:
            self._put_roof(after, place, bit, seat)
        else:
            self._put_shadow(after, place, bit)
        return after

    def _put_sun(self, after: Village, place: int, bit: int) -> None:
        lit, shades, after.completed = past_sun(self.cells, place)
        after.cells[place] = SUN_HERE
        after.suns = suns = self.suns | bit
        after.roofs = self.roofs
        after.owned = self.owned
        after.shadows = self.shadows
        after.bright = self.bright & after.free
        after.cool = self.cool & AWAY[place]
        after.plenty = self.plenty and suns.bit_count() <= PLENTY[SUN]
        after.lit = self.lit | lit
        after.leading = self.leading
        after.for_shadow = self.for_shadow | shades
        after.for_sun = self.for_sun

    def _put_roof(self, after: Village, place: int, bit: int, seat: Seat) -> None:
        owner, free = OWNERS[seat], after.free
        lit, leading, shades, dark, after.completed = past_roof(self.cells, place, owner)
        after.cells[place] = owner
        after.suns = self.suns
        after.roofs = self.roofs | bit
        owned = [*self.owned]
        owned[seat] = own = owned[seat] | bit
        after.owned = tuple(owned)
        after.shadows = self.shadows
        after.bright = self.bright & free
        after.cool = self.cool & free
        after.plenty = self.plenty and own.bit_count() <= PLENTY[ROOF]
        after.lit = self.lit | lit
        after.leading = self.leading | leading
        after.for_shadow = self.for_shadow | shades
        after.for_sun = self.for_sun | dark

    def _put_shadow(self, after: Village, place: int, bit: int) -> None:
        leading, shades, dark, after.completed = past_shadow(self.cells, place)
        after.cells[place] = SHADOW_HERE
        after.suns = self.suns
        after.roofs = self.roofs
        after.owned = self.owned
        after.shadows = shadows = self.shadows | bit
        after.bright = self.bright & AWAY[place]
        after.cool = self.cool & after.free
        after.plenty = self.plenty and shadows.bit_count() <= PLENTY[SHADOW]
        after.lit = self.lit
        after.leading = self.leading | leading
        after.for_shadow = self.for_shadow | shades
        after.for_sun = self.for_sun | dark

    def left(self, seat: Seat) -> Masks:
        """Return the numbers of suns, of the seat's roofs, and of shadows left."""
        return (
            SUPPLY[SUN] - self.suns.bit_count(),
            SUPPLY[ROOF] - self.owned[seat].bit_count(),
            SUPPLY[SHADOW] - self.shadows.bit_count(),
        )

    def is_spent(self) -> bool:
        """Return whether the suns, the shadows or the roofs of any seat are all on the board."""
        most = self.suns.bit_count(), max(map(int.bit_count, self.owned)), self.shadows.bit_count()
        return any(map(eq, most, SUPPLY))

    def stock(self, seat: Seat) -> Masks:
        """Return the pieces left by kind, or TURN of each while there are plenty."""
        return ENOUGH if self.plenty else self.left(seat)

    def shade(self) -> int:
        """Return the squares where a shadow may lie: in a siesta and not beside a sun."""
        return self.for_shadow & self.cool

    def scoring(self, seat: Seat) -> Masks:
        """Return the squares where a single piece completes a siesta with a roof of the seat, regardless of supply."""
        return self.completing(SEATS[seat])

    def completing(self, lane: int = 0) -> Masks:
        """Return the squares where a single piece completes a siesta, regardless of supply.

        `lane` is an entry of `SEATS` for siestas of one seat; 0 for any.
        """
        between = self.lit & self.leading
        between |= between >> WAYS[2]
        return (
            self.for_sun >> lane & self.bright,
            # Squares where light would go on to a shadow, past one roof more.
            (between | between >> WAYS[1]) & self.free,
            self.for_shadow >> lane & self.cool,
        )


_new = object.__new__


def empty(players: int) -> Village:
    """Return the village before the first piece."""
    village = _new(Village)
    village.cells, village.owned, village.completed, village.plenty = NO_PIECES, (0,) * players, (), True
    village.free = village.bright = village.cool = VILLAGE
    village.suns = village.roofs = village.shadows = village.touching = 0
    village.lit = village.leading = village.for_shadow = village.for_sun = 0
    return village


def built(suns: int, owned: Sequence[int], shadows: int) -> Village:
    """Return the village with these pieces, placed in any order."""
    village = empty(len(owned))
    for kind, masks in ((SUN, (suns,)), (ROOF, owned), (SHADOW, (shadows,))):
        for seat, mask in enumerate(masks):
            for bit in filter(mask.__and__, BITS):
                village = village.put(kind, bit, seat)
    return village

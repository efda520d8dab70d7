"""The village as it stands, and what is known of its free squares, so that nothing has to be looked for twice."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

from rules.game import Seat
from rules.games.siesta.cells import NO_PIECES, OWNERS, SHADOW_HERE, SUN_HERE, Cells
from rules.games.siesta.pieces import AWAY, BITS, NEAR, PLENTY, ROOF, SHADOW, SUN, SUPPLY, TURN, VILLAGE, Masks
from rules.games.siesta.siestas import Completion
from rules.games.siesta.sights import SEATS, WAYS, past_roof, past_shadow, past_sun

ENOUGH: Masks = (TURN, TURN, TURN)
"""As many pieces of each kind as could be put down in a turn."""


class Village:
    """The board. Of what squares see, only what free ones see is of interest."""

    __slots__ = (
        "bright", "cells", "completed", "cool", "for_shadow", "for_sun", "free", "leading", "lit", "owned", "plenty",
        "roofs", "shadows", "suns", "touching",
    )  # fmt: skip

    cells: Cells
    """The pieces, square by square; the same as masks are the suns, roofs, shadows and free squares."""
    suns: int
    roofs: int
    shadows: int
    free: int
    owned: tuple[int, ...]
    """The roofs by seat."""
    bright: int
    """The free squares that are not beside a shadow, for suns."""
    cool: int
    """The free squares that are not beside a sun, for shadows."""
    touching: int
    """The free squares beside any piece."""
    plenty: bool
    """Whether every seat has three pieces of each kind left, and three squares are free."""
    lit: int
    """Where light comes straight from a sun, past roofs or none; by `WAYS`."""
    leading: int
    """Where a shadow would be reached by light that goes on, past roofs or none; by `WAYS`."""
    for_shadow: int
    """Where a shadow would lie in a siesta, were there no sun beside it; by `SEATS`."""
    for_sun: int
    """Where a sun would complete a siesta, were there no shadow beside it; by `SEATS`."""
    completed: tuple[Completion, ...]
    """What the last piece completed."""

    def put(self, kind: int, bit: int, seat: Seat) -> Village:
        """The village with one more piece; a roof is the seat's."""
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
        """How many suns, roofs of a seat and shadows are left."""
        return (
            SUPPLY[SUN] - self.suns.bit_count(),
            SUPPLY[ROOF] - self.owned[seat].bit_count(),
            SUPPLY[SHADOW] - self.shadows.bit_count(),
        )

    def is_spent(self) -> bool:
        """Whether the suns, the shadows or the roofs of any seat are all on the board."""
        most = self.suns.bit_count(), max(map(int.bit_count, self.owned)), self.shadows.bit_count()
        return any(map(eq, most, SUPPLY))

    def stock(self, seat: Seat) -> Masks:
        """How many suns, roofs of a seat and shadows are left, or at least how many a turn has."""
        return ENOUGH if self.plenty else self.left(seat)

    def shade(self) -> int:
        """Where a shadow may lie: in a siesta and away from suns."""
        return self.for_shadow & self.cool

    def scoring(self, seat: Seat) -> Masks:
        """Where a single piece completes a siesta with a roof of the seat, whatever is left in the supply."""
        return self.completing(SEATS[seat])

    def completing(self, lane: int = 0) -> Masks:
        """Where a single piece completes any siesta, whatever is left in the supply; by `SEATS`, one of a seat's."""
        between = self.lit & self.leading
        between |= between >> WAYS[2]
        return (
            self.for_sun >> lane & self.bright,
            # Where light would go on to a shadow, past one roof more.
            (between | between >> WAYS[1]) & self.free,
            self.for_shadow >> lane & self.cool,
        )


_new = object.__new__


def empty(players: int) -> Village:
    """The village before the first piece."""
    village = _new(Village)
    village.cells, village.owned, village.completed, village.plenty = NO_PIECES, (0,) * players, (), True
    village.free = village.bright = village.cool = VILLAGE
    village.suns = village.roofs = village.shadows = village.touching = 0
    village.lit = village.leading = village.for_shadow = village.for_sun = 0
    return village


def built(suns: int, owned: Sequence[int], shadows: int) -> Village:
    """The village with these pieces, put down in any order."""
    village = empty(len(owned))
    for kind, masks in ((SUN, (suns,)), (ROOF, owned), (SHADOW, (shadows,))):
        for seat, mask in enumerate(masks):
            for bit in filter(mask.__and__, BITS):
                village = village.put(kind, bit, seat)
    return village

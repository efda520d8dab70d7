"""The village as it stands, and what is known of its free squares, so that nothing has to be looked for twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rules.game import Seat
from rules.games.siesta.cells import NO_PIECES, OWNERS, SHADOW_HERE, SUN_HERE, Cells
from rules.games.siesta.pieces import AWAY, BITS, NEAR, PLENTY, ROOF, SHADOW, SUN, SUPPLY, TURN, VILLAGE
from rules.games.siesta.siestas import Siesta
from rules.games.siesta.sights import PAST, SEATS, WAYS

Masks: TypeAlias = tuple[int, int, int]
"""Squares for a sun, for a roof, for a shadow; or numbers by kind likewise."""
NOTHING: Masks = (0, 0, 0)
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
    """Whether every seat has three pieces of each kind left."""
    lit: int
    """Where light comes straight from a sun, past roofs or none; by `WAYS`."""
    leading: int
    """Where a shadow would be reached by light that goes on, past roofs or none; by `WAYS`."""
    for_shadow: int
    """Where a shadow would lie in a siesta, were there no sun beside it; by `SEATS`."""
    for_sun: int
    """Where a sun would complete a siesta, were there no shadow beside it; by `SEATS`."""
    completed: tuple[Siesta, ...]
    """What the last piece completed."""

    def put(self, kind: int, bit: int, seat: Seat) -> Village:
        """The village with one more piece; a roof is the seat's."""
        after = _new(Village)
        place = bit.bit_length() - 1
        after.suns = self.suns
        after.roofs = self.roofs
        after.shadows = self.shadows
        after.owned = self.owned
        after.free = free = self.free ^ bit
        if kind == SUN:
            cell = SUN_HERE
            after.suns = placed = self.suns | bit
            after.bright = self.bright & free
            after.cool = self.cool & AWAY[place]
        elif kind == ROOF:
            cell = OWNERS[seat]
            after.roofs |= bit
            owned = list(self.owned)
            owned[seat] = placed = owned[seat] | bit
            after.owned = tuple(owned)
            after.bright = self.bright & free
            after.cool = self.cool & free
        else:
            cell = SHADOW_HERE
            after.shadows = placed = self.shadows | bit
            after.bright = self.bright & AWAY[place]
            after.cool = self.cool & free
        after.plenty = self.plenty and placed.bit_count() <= PLENTY[kind]
        lit, leading, for_shadow, for_sun, after.completed = PAST[kind](self.cells, place, cell)
        cells = bytearray(self.cells)
        cells[place] = cell
        after.cells = bytes(cells)
        after.touching = (self.touching | NEAR[place]) & free
        after.lit = self.lit | lit
        after.leading = self.leading | leading
        after.for_shadow = self.for_shadow | for_shadow
        after.for_sun = self.for_sun | for_sun
        return after

    def left(self, seat: Seat) -> Masks:
        """How many suns, roofs of a seat and shadows are left."""
        return (
            SUPPLY[SUN] - self.suns.bit_count(),
            SUPPLY[ROOF] - self.owned[seat].bit_count(),
            SUPPLY[SHADOW] - self.shadows.bit_count(),
        )

    def stock(self, seat: Seat) -> Masks:
        """How many suns, roofs of a seat and shadows are left, or at least how many a turn has."""
        return ENOUGH if self.plenty else self.left(seat)

    def shade(self) -> int:
        """Where a shadow may lie: in a siesta and away from suns."""
        return self.for_shadow & self.cool

    def scoring(self, seat: Seat) -> Masks:
        """Where a single piece completes a siesta with a roof of the seat, whatever is left in the supply."""
        lane = SEATS[seat]
        return self.for_sun >> lane & self.bright, self._between(), self.for_shadow >> lane & self.cool

    def completing(self) -> Masks:
        """Where a single piece completes any siesta, whatever is left in the supply."""
        return self.for_sun & self.bright, self._between(), self.for_shadow & self.cool

    def _between(self) -> int:
        """Where light would go on to a shadow, past one roof more."""
        between = self.lit & self.leading
        between |= between >> WAYS[2]
        return (between | between >> WAYS[1]) & self.free


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

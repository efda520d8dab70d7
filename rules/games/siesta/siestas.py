"""Siestas and their points: those that a new piece completes, and all those on a board.

A siesta is never lost, so the score of a board is the sum of all completed siestas, in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from rules.games.siesta.cells import OWNERS
from rules.games.siesta.pieces import BITS, DIRECTIONS, VILLAGE

DOUBLE = 2
"""Points of a double siesta, besides those of its two siestas."""

Ray: TypeAlias = tuple[int, ...]


Completion: TypeAlias = tuple[int, int, int]
"""Siesta that one piece completes in one direction.

Its members: the owners of the roofs between sun and shadows; the number of new shadows in this siesta; the owners of
the roofs of the siesta at the other end of those shadows, or 0.
"""


def _ray(bit: int, up: int, down: int) -> Ray:
    seen = []
    while bit := (bit << up >> down) & VILLAGE:
        seen.append(bit)
    return tuple(seen)


_RAYS = {bit: tuple(_ray(bit, up, down) for up, down in DIRECTIONS) for bit in BITS}


SEATS_OF = tuple(
    tuple(seat for seat, owner in enumerate(OWNERS) if owner & owners) for owners in range(sum(OWNERS) + 1)
)
"""Seats by set of owners."""


def earned(siestas: Sequence[Completion], owner: int, builder: int = 0) -> int:
    """Compute an owner's gain from siestas just completed, each with a roof of `builder` added."""
    points = 0
    for owners, resting, facing in siestas:
        if (owners | builder) & owner:
            points += resting
            if facing and owners | builder | facing == owner:
                points += DOUBLE
    return points


def with_gains(points: Sequence[int], siestas: Sequence[Completion]) -> tuple[int, ...]:
    """Add the points of siestas just completed, by seat."""
    after = list(points)
    for owners, resting, facing in siestas:
        for seat in SEATS_OF[owners]:
            after[seat] += resting
        if facing and len(sole := SEATS_OF[owners | facing]) == 1:
            after[sole[0]] += DOUBLE
    return tuple(after)


def board_points(suns: int, roofs: Sequence[int], shadows: int) -> tuple[int, ...]:
    """Compute the score of a whole board by seat."""
    siestas = standing(suns, roofs, shadows)
    points = [0] * len(roofs)
    for siesta in siestas:
        for seat in siesta.seats(roofs):
            points[seat] += len(siesta.resting)
    for seat, _ in doubles(siestas, roofs):
        points[seat] += DOUBLE
    return tuple(points)


class Standing(NamedTuple):
    """A siesta on the board, from the sun next to its roofs to its last shadow."""

    way: int
    """Index in `DIRECTIONS`: the direction of the light."""
    sun: int
    houses: Ray
    resting: Ray

    def seats(self, roofs: Sequence[int]) -> list[int]:
        """Return the seats that score in it."""
        run = sum(self.houses)
        return [seat for seat, own in enumerate(roofs) if own & run]


def standing(suns: int, roofs: Sequence[int], shadows: int) -> list[Standing]:
    """List all siestas of a board, by direction and then by the square of the sun."""
    everyone = sum(roofs)
    found = []
    for way in range(4):
        for sun in filter(suns.__and__, BITS):
            ray = _RAYS[sun][way]
            houses = _run(ray, everyone)
            resting = _run(ray[len(houses) :], shadows)
            if houses and resting:
                found.append(Standing(way, sun, houses, resting))
    return found


def doubles(siestas: Sequence[Standing], roofs: Sequence[int]) -> list[tuple[int, Ray]]:
    """List the double siestas: the seat, and the shadows between."""
    back = {(siesta.way - 2, siesta.resting[::-1]): siesta for siesta in siestas if siesta.way > 1}
    found = []
    for siesta in siestas:
        facing = back.get((siesta.way, siesta.resting))
        seats = {*siesta.seats(roofs), *(facing.seats(roofs) if facing else ())}
        if facing and len(seats) == 1:
            found.append((seats.pop(), siesta.resting))
    return found


def _run(ray: Ray, mask: int) -> Ray:
    """Return the leading squares of `ray` that are all in `mask`."""
    return tuple(takewhile(mask.__and__, ray))

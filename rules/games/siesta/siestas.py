"""Siestas and their points: what a piece completes in the four directions as it is put down.

A siesta that stands is never lost, so the score of a board is the sum of what its pieces completed, in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from rules.games.siesta.pieces import BITS, DIRECTIONS, ROOF, SHADOW, VILLAGE

DOUBLE = 2
"""Points of a double siesta, besides those of its two siestas."""

Ray: TypeAlias = tuple[int, ...]


class Siesta(NamedTuple):
    """What one piece completes in one direction."""

    houses: int
    """The run of roofs that now stands between sun and shadows."""
    resting: int
    """How many shadows lie in this siesta that did not before."""
    facing: int
    """The roofs of the siesta at the other end of those shadows, if there is one."""


def _ray(bit: int, up: int, down: int) -> Ray:
    seen = []
    while bit := (bit << up >> down) & VILLAGE:
        seen.append(bit)
    return tuple(seen)


def _rays(bit: int) -> tuple[Ray, ...]:
    return tuple(_ray(bit, up, down) for up, down in DIRECTIONS)


_RAYS = {bit: _rays(bit) for bit in BITS}
AXES = {bit: tuple((rays[way - 2], rays[way]) for way in range(4)) for bit, rays in _RAYS.items()}
"""By square, in the order of the directions in which light may travel: the ray back to the sun, the ray onwards."""


def _houses_behind(ray: Ray, suns: int, roofs: int, shadows: int) -> int:
    """The roofs of the siesta in which a shadow at the beginning of `ray` would lie; 0 without one."""
    houses = 0
    for bit in ray:
        if bit & roofs:
            houses |= bit
        elif houses:
            return houses if bit & suns else 0
        elif not bit & shadows:
            return 0
    return 0


def _lit_roofs(ray: Ray, suns: int, roofs: int) -> int | None:
    """The roofs (none or more) between here and a sun; None if no sun stands behind them."""
    houses = 0
    for bit in ray:
        if not bit & roofs:
            return houses if bit & suns else None
        houses |= bit
    return None


def onwards(ray: Ray, suns: int, roofs: int, shadows: int, resting: int) -> tuple[int, int, int]:
    """Roofs next on `ray`, the shadows after them (on top of `resting`), and the roofs of a siesta that faces these."""
    houses = facing = 0
    for bit in ray:
        if bit & shadows:
            if facing:
                break
            resting += 1
        elif not bit & roofs:
            return houses, resting, facing if bit & suns else 0
        elif resting:
            facing |= bit
        else:
            houses |= bit
    return houses, resting, 0


def completed(kind: int, bit: int, suns: int, roofs: int, shadows: int) -> list[Siesta]:
    """What a piece completes on a free square of the board given; a double siesta faces once, not from both ends."""
    if kind == SHADOW:
        return _shadow_completes(bit, suns, roofs, shadows)
    found = []
    for behind, ahead in AXES[bit]:
        lit = _lit_roofs(behind, suns, roofs) if kind == ROOF else 0
        if lit is None:
            continue
        houses, resting, facing = onwards(ahead, suns, roofs, shadows, 0)
        if kind == ROOF:
            houses |= lit | bit
        if resting and houses:
            found.append(Siesta(houses, resting, facing))
    return found


def _shadow_completes(bit: int, suns: int, roofs: int, shadows: int) -> list[Siesta]:
    found = []
    for way, (behind, ahead) in enumerate(AXES[bit]):
        houses = _houses_behind(behind, suns, roofs, shadows)
        if houses:
            _, resting, facing = onwards(ahead, suns, roofs, shadows, 1)
            found.append(Siesta(houses, resting, facing if way < 2 else 0))  # noqa: PLR2004  # north and east
    return found


def earned(siestas: Sequence[Siesta], own: int) -> int:
    """What a seat with the roofs `own` gains by siestas just completed."""
    points = 0
    for houses, resting, facing in siestas:
        if houses & own:
            points += resting
            if facing and not (houses | facing) & ~own:
                points += DOUBLE
    return points


def board_points(suns: int, roofs: Sequence[int], shadows: int) -> tuple[int, ...]:
    """The score of a whole board by seat: its shadows laid down one after the other."""
    points = [0] * len(roofs)
    everyone = sum(roofs)
    lying = 0
    while lying != shadows:
        bit = (shadows ^ lying) & -(shadows ^ lying)
        siestas = completed(SHADOW, bit, suns, everyone, lying)
        points = [score + earned(siestas, own) for score, own in zip(points, roofs, strict=True)]
        lying |= bit
    return tuple(points)


class Standing(NamedTuple):
    """A siesta on the board, from the sun next to its roofs to its last shadow."""

    way: int
    """Index in `DIRECTIONS`: where the light goes."""
    sun: int
    houses: Ray
    resting: Ray

    def seats(self, roofs: Sequence[int]) -> list[int]:
        """Which seats score in it."""
        run = sum(self.houses)
        return [seat for seat, own in enumerate(roofs) if own & run]


def standing(suns: int, roofs: Sequence[int], shadows: int) -> list[Standing]:
    """All siestas of a board, by direction and then by the square of the sun."""
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
    """The double siestas among them: whose, and the shadows between."""
    back = {(siesta.way - 2, siesta.resting[::-1]): siesta for siesta in siestas if siesta.way > 1}
    found = []
    for siesta in siestas:
        facing = back.get((siesta.way, siesta.resting))
        seats = {*siesta.seats(roofs), *(facing.seats(roofs) if facing else ())}
        if facing and len(seats) == 1:
            found.append((seats.pop(), siesta.resting))
    return found


def _run(ray: Ray, mask: int) -> Ray:
    """The squares at the beginning of `ray` that are all in `mask`."""
    return tuple(takewhile(mask.__and__, ray))

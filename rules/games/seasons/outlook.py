"""What may become of the sectors: who is likely to own each, and from that each seat's chance of winning.

The numbers below were fitted (by maximum likelihood) to 6,000 games that these tactics played against themselves, half
of them in each version.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import TypeAlias

from rules.game import Seat
from rules.games.seasons.actions import Place
from rules.games.seasons.odds import HIGHEST, LOWEST, chance_to_reach
from rules.games.seasons.position import Seasons
from rules.games.seasons.sectors import SECTORS, Area

Chances: TypeAlias = tuple[float, ...]
"""By seat: the chance to own one sector, or to win the game."""

EAGERNESS = 0.015
"""Turns that an opponent spends on beating a disc, beyond one, for each point of it and each other free disc."""
SPREAD = 0.6
"""How sharply a lead decides: the unit is the standard deviation of a margin, were the sectors independent."""
PATIENCE = 0.21
"""What a free disc more is worth, in the same unit: whoever places later knows what must be beaten."""
BURDEN = 0.1
"""What it costs to be the one to place, likewise."""
LEAST_SCALE = 0.3
"""Points; it keeps the curve finite where nothing is open any more."""
REMEMBERED = 2**16
"""Sectors with what stands in them and what is free elsewhere."""


class Outlook:
    """The points that each seat may expect of the sectors as they stand, and how many of them are open."""

    def __init__(self, position: Seasons) -> None:
        self.seat = position.seat
        self._discs = position.discs
        self._rerolls = position.rerolls_a_turn
        self._free = tuple(bits.bit_count() for bits in position.free)
        self._shares = [self._share(index, row) for index, row in enumerate(position.discs)]
        self._placed = [discs - (seat == self.seat) for seat, discs in enumerate(self._free)]
        self._decided: dict[tuple[int, Seat | None], Chances] = {}
        self._points = [0.0] * len(self._free)
        self._variance = 0.0
        for sector, owned in zip(SECTORS, self._shares, strict=True):
            for seat, chance in enumerate(owned):
                self._points[seat] += sector.value * chance
                self._variance += sector.value * sector.value * chance * (1 - chance)

    def chances(self) -> Chances:
        """Each seat's chance of winning before the mover throws."""
        return _chances(self._points, self._variance, self._free, self.seat)

    def after(self, place: Place, eye_sum: int) -> Chances:
        """Each seat's chance of winning once the mover has that eye-sum on its disc there."""
        row, seat = self._discs[place.index], self.seat
        row = (*row[:seat], eye_sum, *row[seat + 1 :])
        if 0 in row:
            return self._after(place.index, row, self._placed, (seat + 1) % len(row))
        owner = place.sector.owner(row)
        if (place.index, owner) not in self._decided:
            self._decided[place.index, owner] = self._after_completion(place.index, row, owner)
        return self._decided[place.index, owner]

    def _after_completion(self, index: int, row: tuple[int, ...], owner: Seat | None) -> Chances:
        """Likewise, where the disc was the sector's last: whose it is matters then, and by how much does not."""
        following = (self.seat + 1) % len(row)
        if owner is not None:
            return self._after(index, row, self._placed, self.seat if owner == self.seat else following)
        return self._after(index, (0,) * len(row), [discs + 1 for discs in self._placed], following)

    def _after(self, index: int, row: tuple[int, ...], free: list[int], to_move: Seat) -> Chances:
        """The chances with another row in one sector; else the outlook stays as it is."""
        value, points, variance = SECTORS[index].value, self._points[:], self._variance
        for seat, (old, new) in enumerate(zip(self._shares[index], self._share(index, row), strict=True)):
            change = value * (new - old)
            points[seat] += change
            variance += change * value * (1 - new - old)
        return _chances(points, variance, free, to_move)

    def _share(self, index: int, row: tuple[int, ...]) -> Chances:
        return shares(index, row, self._free, self._rerolls)


def _chances(points: list[float], variance: float, free: Sequence[int], to_move: Seat) -> Chances:
    """A logistic curve over the leads: for two seats nearly the normal law of the margin.

    A sector has one owner, so that among n seats the margin of two has 2 / (n - 1) of the summed variance.
    """
    scale = SPREAD * sqrt(max(0.0, variance) * 2 / (len(points) - 1)) + LEAST_SCALE
    strengths = [expected / scale + PATIENCE * count for expected, count in zip(points, free, strict=True)]
    if any(free):
        strengths[to_move] -= BURDEN
    best = max(strengths)
    odds = [exp(strength - best) for strength in strengths]
    total = sum(odds)
    return tuple(odd / total for odd in odds)


@lru_cache(REMEMBERED)
def shares(index: int, row: tuple[int, ...], free: tuple[int, ...], rerolls: int) -> Chances:
    """Each seat's chance to own sector number `index` where `row` stands and the seats have so many free discs."""
    area, value = SECTORS[index].area, SECTORS[index].value
    good = [eye_sum if area is Area.MAX or not eye_sum else LOWEST + HIGHEST - eye_sum for eye_sum in row]
    best, even = max(good), 1 / len(row)
    if not best:
        return (even,) * len(row)
    held = 1.0
    for eye_sum, discs in zip(row, free, strict=True):
        if not eye_sum:
            held *= _unbeaten(best, 1 + EAGERNESS * value * (discs - 1), rerolls)
    keeps = held if good.count(best) == 1 else held * even
    left = (1 - held) / max(1, row.count(0))
    return tuple(keeps if g == best else 0.0 if g else left for g in good)


def _unbeaten(goodness: int, turns: float, rerolls: int) -> float:
    """The chance that so many turns of one opponent do not beat an eye-sum as good as `goodness` is in the max area.

    To equal it counts half: that neutralises the sector.
    """
    beaten = (chance_to_reach(goodness, rerolls) + chance_to_reach(goodness + 1, rerolls)) / 2
    return float((1 - beaten) ** turns)

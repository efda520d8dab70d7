"""What a good player of Seasons of the Sun weighs: who may come to own each sector, and what the dice still bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, sqrt
from typing import TypeAlias

from rules.games.seasons.actions import PLACES_BY_FREE, Action
from rules.games.seasons.odds import HIGHEST, LOWEST, REROLLED, chance_to_reach
from rules.games.seasons.position import Seasons
from rules.games.seasons.sectors import SECTORS, Area

Shares: TypeAlias = tuple[float, ...]
"""The chance of each seat to own one sector."""

ATTEMPTS = 2.0
"""How many whole turns an opponent spends, in effect, on beating a disc; fitted to games played against itself."""
SPREAD = 0.6
"""How far the margin strays, in standard deviations of the sectors taken as independent; fitted likewise."""
SHARPNESS = 40.0
"""How much stronger a prior becomes with a chance of winning that is greater by 1: exp(SHARPNESS)."""


def candidates(position: Seasons) -> Sequence[tuple[Action, float]]:
    """All legal actions, weighed by the chance of winning that they lead to on average."""
    prospects = sorted(_prospects(position), key=lambda prospect: -prospect[1])
    best = prospects[0][1]
    return [(action, exp((chance - best) * SHARPNESS)) for action, chance in prospects]


def estimate(position: Seasons) -> Sequence[float]:
    """The chance of each seat to win, from the points that it may expect and how many are open; exact at the end."""
    winners = position.winners()
    if winners:
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(position.free))]
    return _Outlook(position).chances()


def _prospects(position: Seasons) -> Iterator[tuple[Action, float]]:
    """Each legal action with the mover's chance of winning after it, averaged over a reroll's outcomes."""
    outlook = _Outlook(position)
    places = PLACES_BY_FREE[position.free[position.seat]]
    eye_sum = sum(position.dice)
    for place in places:
        yield place, outlook.placed(place.index, eye_sum)
    if position.rerolls:
        best = {s: max(outlook.placed(place.index, s) for place in places) for s in range(LOWEST, HIGHEST + 1)}
        for reroll, sums in REROLLED[position.dice]:
            yield reroll, sum(chance * best[s] for s, chance in sums)


class _Outlook:
    """The points that each seat may expect, and their variance, sector by sector."""

    def __init__(self, position: Seasons) -> None:
        self.seat = position.seat
        self.discs = position.discs
        self.rerolls = position.rerolls_a_turn
        self.shares = [self._shares(index, row) for index, row in enumerate(position.discs)]
        self.points = [0.0] * len(position.free)
        self.variance = 0.0
        for sector, shares in zip(SECTORS, self.shares, strict=True):
            self._add(sector.value, shares)

    def _add(self, value: int, shares: Shares) -> None:
        for seat, share in enumerate(shares):
            self.points[seat] += value * share
            self.variance += value * value * share * (1 - share)

    def _shares(self, index: int, row: tuple[int, ...]) -> Shares:
        return sector_shares(row, SECTORS[index].area, self.rerolls)

    def chances(self) -> list[float]:
        """Each seat's chance of winning."""
        return _chances(self.points, self.variance)

    def placed(self, index: int, eye_sum: int) -> float:
        """The mover's chance of winning once that eye-sum is on its disc in sector number `index`."""
        row, seat = self.discs[index], self.seat
        shares = self._shares(index, (*row[:seat], eye_sum, *row[seat + 1 :]))
        value, points, variance = SECTORS[index].value, self.points[:], self.variance
        for other, (old, new) in enumerate(zip(self.shares[index], shares, strict=True)):
            points[other] += value * (new - old)
            variance += value * value * (new - old) * (1 - new - old)
        return _chances(points, variance)[seat]


def _chances(points: list[float], variance: float) -> list[float]:
    """A logistic curve over the expected points: for two seats close to the normal law of their margin."""
    scale = SPREAD * sqrt(max(variance, 0.0)) + 0.1
    best = max(points)
    odds = [exp((expected - best) / scale) for expected in points]
    total = sum(odds)
    return [odd / total for odd in odds]


@cache
def sector_shares(row: tuple[int, ...], area: Area, rerolls: int) -> Shares:
    """The chance of each seat to own a sector where `row` stands, by seat (0: a free disc)."""
    seats = len(row)
    good = [eye_sum if area is Area.MAX or not eye_sum else LOWEST + HIGHEST - eye_sum for eye_sum in row]
    best, empty = max(good), good.count(0)
    even = 1 / seats
    if not empty:
        tied = good.count(best) > 1
        return tuple(even if tied else float(g == best) for g in good)
    if not best:
        return (even,) * seats
    held = holds(best, rerolls) ** empty
    keeps = held if good.count(best) == 1 else held * even
    return tuple(keeps if g == best else (1 - held) / empty if not g else 0.0 for g in good)


def holds(goodness: int, rerolls: int) -> float:
    """The chance that a disc of that goodness (its eye-sum as if in the max area) is not beaten by one opponent."""
    beaten = (chance_to_reach(goodness, rerolls) + chance_to_reach(goodness + 1, rerolls)) / 2
    return float((1 - beaten) ** ATTEMPTS)

"""Simple players to measure opponents by; the arena takes them as `benchmarks.reference_players:NAME`."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from rules import AnyPosition
from rules.game import Tactics
from rules.games.seasons.actions import DICE, PLACES_BY_FREE, Place, Values
from rules.games.seasons.dice import HIGHEST, LOWEST, OUTCOMES, REROLLED
from rules.games.seasons.position import Seasons
from rules.games.seasons.sectors import Area


def random_placer(position: AnyPosition, _tactics: Tactics, rng: Random) -> list[Any]:
    """Choose a random placement of the throw in Seasons of the Sun, without rerolls."""
    return [rng.choice([action for action in position.legal_actions() if isinstance(action, Place)])]


def greedy_placer(position: Seasons, _tactics: Tactics, _rng: Random) -> list[Any]:
    """Choose the placement or reroll in Seasons of the Sun with the largest expected gain of points."""
    places = PLACES_BY_FREE[position.free[position.seat]]
    best = [max(expected_gain(position, place, s) for place in places) for s in range(HIGHEST + 1)]
    worths: dict[Any, float] = {place: expected_gain(position, place, sum(position.dice)) for place in places}
    if position.rerolls:
        for reroll, sums in REROLLED[position.dice]:
            worths[reroll] = sum(chance * best[s] for s, chance in sums)
    return [max(worths, key=lambda action: worths[action])]


def expected_gain(position: Seasons, place: Place, eye_sum: int) -> float:
    """Multiply the sector's value by the chance to win it, if each other seat has just one turn to beat it."""
    mirrored = place.sector.area is Area.MIN
    mine = LOWEST + HIGHEST - eye_sum if mirrored else eye_sum
    chance = 1.0
    for seat, other in enumerate(position.discs[place.index]):
        if seat == position.seat:
            continue
        theirs = LOWEST + HIGHEST - other if mirrored else other
        chance *= (1 - chance_to_reach(mine, position.rerolls_a_turn)) if not other else float(mine > theirs)
    return place.sector.value * chance


@cache
def chance_to_reach(target: int, rerolls: int) -> float:
    """Compute the probability that one turn, rerolled only for this, ends with an eye-sum of at least `target`.

    By symmetry it is also that of at most 21 - target.
    """
    return sum(float(chance) * _reach_after(roll.values, target, rerolls) for roll, chance in OUTCOMES[DICE])


def _reach_after(values: Values, target: int, rerolls: int) -> float:
    if sum(values) >= target:
        return 1.0
    if not rerolls:
        return 0.0
    return max(sum(chance for eye_sum, chance in sums if eye_sum >= target) for _, sums in REROLLED[values])

"""Tables of the dice: outcomes with exact probabilities, choices of a reroll and what it keeps."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import factorial, prod
from typing import TypeAlias

from rules.games.seasons.actions import DICE, FACES, REROLLS, ROLLS, THROWS, Reroll, Roll, Values


def _probability(values: Values) -> Fraction:
    orders = factorial(len(values)) // prod(factorial(times) for times in Counter(values).values())
    return Fraction(orders, FACES ** len(values))


def _outcomes(dice: int) -> tuple[tuple[Roll, Fraction], ...]:
    return tuple((ROLLS[values], _probability(values)) for values in THROWS if len(values) == dice)


def _without(values: Values, removed: Values) -> Values:
    kept = list(values)
    for value in removed:
        kept.remove(value)
    return tuple(kept)


def _rerolls(values: Values) -> dict[Reroll, Values]:
    return {
        REROLLS[chosen]: _without(values, chosen)
        for size in range(1, DICE + 1)
        for chosen in dict.fromkeys(combinations(values, size))
    }


OUTCOMES = ((), *(_outcomes(dice) for dice in range(1, DICE + 1)))
"""By the number of dice thrown: each outcome once, with its exact probability."""
COMPLETE = tuple(values for values in THROWS if len(values) == DICE)
"""The 56 complete throws."""
KEPT = {values: _rerolls(values) for values in COMPLETE}
"""By complete throw: each choice of a reroll, and the dice that it leaves on the table."""
CHOICES = {values: tuple(rerolls) for values, rerolls in KEPT.items()}
"""By complete throw: each choice of a reroll once, one die first."""


def joined(kept: Values, roll: Roll) -> Values:
    """The complete throw of the dice kept and those thrown."""
    return tuple(sorted(kept + roll.values)) if kept else roll.values


LOWEST, HIGHEST = DICE, FACES * DICE
Distribution: TypeAlias = tuple[tuple[int, float], ...]
"""Eye-sums with their probabilities."""


def _sums(kept: Values) -> Distribution:
    chances: dict[int, float] = {}
    for roll, probability in OUTCOMES[DICE - len(kept)]:
        eye_sum = sum(joined(kept, roll))
        chances[eye_sum] = chances.get(eye_sum, 0.0) + float(probability)
    return tuple(sorted(chances.items()))


SUMS_FROM = {kept: _sums(kept) for kept in sorted({kept for rerolls in KEPT.values() for kept in rerolls.values()})}
"""By the dice kept: the distribution of the eye-sum once the others are thrown again."""
REROLLED = {values: tuple((reroll, SUMS_FROM[kept]) for reroll, kept in KEPT[values].items()) for values in COMPLETE}
"""By throw: each reroll with the distribution of the eye-sum that comes of it."""


@cache
def chance_to_reach(target: int, rerolls: int) -> float:
    """The probability that one turn, rerolled for nothing else, ends with an eye-sum of at least `target`.

    By symmetry it is also that of at most 21 - target.
    """
    return sum(float(chance) * _reach_after(roll.values, target, rerolls) for roll, chance in OUTCOMES[DICE])


def _reach_after(values: Values, target: int, rerolls: int) -> float:
    if sum(values) >= target:
        return 1.0
    if not rerolls:
        return 0.0
    return max(sum(chance for eye_sum, chance in sums if eye_sum >= target) for _, sums in REROLLED[values])

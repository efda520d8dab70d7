"""Dice tables: outcomes with exact probabilities, the dice kept by a reroll, and the resulting eye-sums."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import factorial, prod
from typing import TypeAlias

from rules.games.seasons.actions import DICE, FACES, REROLLS, ROLLS, THROWS, Reroll, Roll, Values


def _probability(values: Values) -> Fraction:
    orders = factorial(len(values)) // prod(factorial(times) for times in Counter(values).values())
    return Fraction(orders, FACES ** len(values))


def _outcomes(dice: int) -> tuple[tuple[Roll, Fraction], ...]:
    return tuple((ROLLS[values], _probability(values)) for values in THROWS if len(values) == dice)


def _rerolls(values: Values) -> dict[Reroll, Values]:
    return {
        REROLLS[chosen]: tuple((Counter(values) - Counter(chosen)).elements())
        for size in range(1, DICE + 1)
        for chosen in dict.fromkeys(combinations(values, size))
    }


OUTCOMES = ((), *(_outcomes(dice) for dice in range(1, DICE + 1)))
"""Outcomes by the number of dice thrown, each once with its exact probability."""
COMPLETE = tuple(values for values in THROWS if len(values) == DICE)
"""The 56 complete throws."""
KEPT = {values: _rerolls(values) for values in COMPLETE}
"""Dice kept by each reroll, by complete throw."""
CHOICES = {values: tuple(rerolls) for values, rerolls in KEPT.items()}
"""Rerolls by complete throw, each once, single dice first."""


def joined(kept: Values, roll: Roll) -> Values:
    """Combine kept dice and a roll into a complete throw."""
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
"""Distribution of the eye-sum after the other dice are thrown again, by the dice kept."""
REROLLED = {values: tuple((reroll, SUMS_FROM[kept]) for reroll, kept in KEPT[values].items()) for values in COMPLETE}
"""Rerolls by throw, each with the distribution of the resulting eye-sum."""

"""Tables of the dice: outcomes with exact probabilities, choices of a reroll and what it keeps."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import factorial, prod

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

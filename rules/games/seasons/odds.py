"""What the dice promise: exact distributions of eye-sums, as floats for quick arithmetic."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from rules.games.seasons.actions import DICE, FACES, Values
from rules.games.seasons.dice import COMPLETE, KEPT, OUTCOMES, joined

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

"""Fast draws of chance outcomes: cumulative weights are computed once and cached."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple, TypeAlias

Outcomes: TypeAlias = Sequence[tuple[Any, Fraction]]
MOST_REMEMBERED = 1000


class _Weighed(NamedTuple):
    outcomes: Outcomes
    """Reference that keeps the id unique while it is a key."""
    bounds: list[float]


_remembered: dict[int, _Weighed] = {}


def draw(outcomes: Outcomes, rng: Random) -> Any:  # noqa: ANN401  # each game has its own type of action
    """Draw one of the outcomes by its probability."""
    weighed = _remembered.get(id(outcomes)) or _weigh(outcomes)
    return outcomes[bisect(weighed.bounds, rng.random(), hi=len(outcomes) - 1)][0]


def _weigh(outcomes: Outcomes) -> _Weighed:
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    weighed = _Weighed(outcomes, list(accumulate(float(chance) for _, chance in outcomes)))
    _remembered[id(outcomes)] = weighed
    return weighed

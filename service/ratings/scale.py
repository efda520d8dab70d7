"""The rating scale: how a result changes the strengths of its players, and how a strength is shown.

The only module that knows openskill. A difference of 400 points means that the stronger one scores ten times as often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from openskill.models import BradleyTerryFull

FLOOR = 60.0
"""Least deviation: results go on to count, however many games somebody has played."""
GROWTH = 5.0
"""Deviation that a day without games adds, as the root of a sum of squares."""
PROVISIONAL = 110.0
"""Deviation above which a rating is provisional."""
_DIGITS = 6
"""Decimals that are kept, so that other processors and C libraries compute the same numbers."""


@dataclass(frozen=True)
class Strength:
    """What is known of a player's strength: a normal distribution."""

    mean: float
    deviation: float


class ShownRating(NamedTuple):
    """A rating as people see it: 19 times in 20 the true one is within `value` ± `uncertainty`."""

    value: int
    uncertainty: int
    provisional: bool


NEW = Strength(1500.0, 250.0)
"""The strength of a player without rated games."""


def _information(_c: float, seats: int, *_: object) -> float:
    """Return the weight of each opponent's information: a game of four tells half as much again as one of two."""
    return 2 / seats


_MODEL = BradleyTerryFull(
    mu=NEW.mean, sigma=NEW.deviation, beta=400 / math.log(10) / math.sqrt(2), tau=0.0, gamma=_information
)


def rate(strengths: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return the strengths of two or more players after a game, given their ranks: 1 is best, equal ones are ties."""
    teams = [[_MODEL.rating(each.mean, each.deviation)] for each in strengths]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Strength(round(one.mu, _DIGITS), round(max(one.sigma, FLOOR), _DIGITS)) for (one,) in rated]


def after(strength: Strength, idle: timedelta) -> Strength:
    """Return a strength after a time without games: its deviation has grown, up to a new player's."""
    days = max(idle / timedelta(days=1), 0.0)
    grown = math.sqrt(strength.deviation**2 + GROWTH**2 * days)
    return Strength(strength.mean, round(min(grown, NEW.deviation), _DIGITS))


def shown(strength: Strength) -> ShownRating:
    """Round a strength for people."""
    return ShownRating(round(strength.mean), round(2 * strength.deviation), strength.deviation > PROVISIONAL)

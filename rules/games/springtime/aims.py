"""What a game of Springtime is played for in a match: points beside those of the other game, and not who wins it.

So a free placement is worth nothing there: it decides who wins a game of equal scores, and changes no score.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

SPREAD = 5.0
"""Points of a lead after the first game that make the odds to win the match e times as good."""


class Aim(NamedTuple):
    """A game of a match."""

    lead: int | None
    """The points of the other game that seat 0 of this one has more than seat 1; None while that has not ended."""

    def worth(self, ahead: int) -> float:
        """How likely seat 0 is to win the match with so many points more in this game, a draw counting half."""
        if self.lead is None:
            return 1 / (1 + exp(-ahead / SPREAD))
        total = ahead + self.lead
        return (total > 0) / 2 + (total >= 0) / 2

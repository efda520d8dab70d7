"""How careless a beginner is, in games whose weights are so steep that the usual measure would be too much."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.game import Tactics


@runtime_checkable
class Careless(Tactics, Protocol):
    """Tactics of a game in which level 1 misjudges by another measure than elsewhere."""

    CARELESSNESS: float
    """The temperature of level 1, at which level 2 wins 60 to 80 % of games against it."""

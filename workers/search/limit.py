"""Search limits: seconds on a given clock and a number of nodes, whichever ends first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

Clock: TypeAlias = Callable[[], float]
"""Seconds from any point in time, such as `time.monotonic`."""


class Budget(NamedTuple):
    """The limits of one search. With a constant clock only the nodes limit it, and the search is reproducible."""

    seconds: float
    nodes: int

    def start(self, clock: Clock) -> Limit:
        """Start the budget now."""
        return Limit(self, clock)


class Limit:
    """A budget that is being spent."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self._clock = clock
        self._budget = budget
        self._until = clock() + budget.seconds
        self.spent = 0
        """Nodes made so far."""

    def spend(self, nodes: int = 1) -> None:
        """Count new nodes."""
        self.spent += nodes

    def left(self) -> bool:
        """Return whether any budget is left."""
        return self.spent < self._budget.nodes and self._clock() < self._until

    def part_left(self, part: float) -> bool:
        """Return whether more than that part of the budget is left."""
        seconds, nodes = self._budget
        return nodes - self.spent > part * nodes and self._until - self._clock() > part * seconds

"""How long a search may go on: seconds by a clock that is handed in, and a number of nodes, whichever ends first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

Clock: TypeAlias = Callable[[], float]
"""Seconds from any point in time, such as `time.monotonic`."""


class Budget(NamedTuple):
    """What one search may spend. Only the nodes bound it where the clock stands still, and then it can be repeated."""

    seconds: float
    nodes: int

    def start(self, clock: Clock) -> Limit:
        """The budget, running from now on."""
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
        """Note that so many nodes have been made."""
        self.spent += nodes

    def left(self) -> bool:
        """Whether there is something left to spend."""
        return self.spent < self._budget.nodes and self._clock() < self._until

    def part_left(self, part: float) -> bool:
        """Whether there is more left to spend than that part of it all."""
        seconds, nodes = self._budget
        return nodes - self.spent > part * nodes and self._until - self._clock() > part * seconds

"""A clock that runs like the system's, ahead of it by as much as it was advanced, the same for every process."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from service.core.clock import Clock, system_clock
from service.sandbox.kept import Kept

FARTHEST = timedelta(days=36525)
"""A century: what is due then can still be written down."""


class TooFar(ValueError):
    """The clock would be more than a century ahead."""


@dataclass(frozen=True)
class MovableClock:
    """What time it is in a sandbox. It is a `Clock`."""

    kept: Kept
    real: Clock = system_clock

    def __call__(self) -> datetime:
        return self.real() + self.ahead()

    def ahead(self) -> timedelta:
        """By how much it was advanced, altogether."""
        return timedelta(seconds=self.kept.read().get("ahead", 0))

    def advance(self, span: timedelta) -> None:
        """Let time pass at once, or TooFar. It never goes back: what has happened has happened."""
        with self.kept.changing() as state:
            ahead = state.get("ahead", 0) + span.total_seconds()
            if ahead > FARTHEST.total_seconds():
                raise TooFar
            state["ahead"] = ahead

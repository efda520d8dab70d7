"""How long to go on trying, and how long to pause in between."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random


@dataclass(frozen=True)
class Patience:
    """Go on for so many seconds of pauses in all; the pauses double from the first to the longest."""

    seconds: float = 60
    first_pause: float = 0.25
    longest_pause: float = 15


FOREVER = Patience(seconds=inf)
"""For bots, who have nothing better to do than to wait until the server is back."""


@dataclass
class Trial:
    """The pauses of one request, each shortened by chance, so that many clients do not come back in step."""

    patience: Patience
    rng: Random
    waited: float = 0
    failures: int = 0

    def pause(self, retry_after: float | None) -> float | None:
        """How many seconds to wait now, at least what the server asks for; None if patience is over."""
        doubled = self.patience.first_pause * 2.0 ** min(self.failures, 30)
        pause = (retry_after or 0) + min(doubled, self.patience.longest_pause) * self.rng.uniform(0.5, 1)
        if self.waited + pause > self.patience.seconds:
            return None
        self.waited += pause
        self.failures += 1
        return pause

    def begin_again(self) -> None:
        """Forget all failures: something has succeeded."""
        self.waited, self.failures = 0, 0

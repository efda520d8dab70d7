"""Retry limits, with exponential backoff."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random


@dataclass(frozen=True)
class Patience:
    """Limit for the sum of all pauses, in seconds; the pauses double from the first to the longest."""

    seconds: float = 60
    first_pause: float = 0.25
    longest_pause: float = 15


FOREVER = Patience(seconds=inf)
"""No limit, for bots that wait until the server is back."""


@dataclass
class Trial:
    """The pauses of one request, each with random jitter, so that many clients do not return in step."""

    patience: Patience
    rng: Random
    waited: float = 0
    failures: int = 0

    def pause(self, retry_after: float | None) -> float | None:
        """Return the seconds to wait now, at least the server's Retry-After; None if the limit is reached."""
        doubled = self.patience.first_pause * 2.0 ** min(self.failures, 30)
        pause = (retry_after or 0) + min(doubled, self.patience.longest_pause) * self.rng.uniform(0.5, 1)
        if self.waited + pause > self.patience.seconds:
            return None
        self.waited += pause
        self.failures += 1
        return pause

    def begin_again(self) -> None:
        """Reset all failures after a success."""
        self.waited, self.failures = 0, 0

"""Let a long thought give way: its worker does quick ones in between."""

from __future__ import annotations

import time
from collections.abc import Callable

from service.core.db import session

EVERY = 0.2
"""Seconds of thinking from one look for a quicker thought to the next."""


class GivingWay:
    """A clock for a thought. It stands still while something quicker is done, so that the thought is as good as alone.

    At most half of the time goes to others. `quicker` does one thing, and says whether there was any.
    """

    def __init__(self, quicker: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._quicker, self._clock = quicker, clock
        self._given, self._look_at = 0.0, clock() + EVERY

    def __call__(self) -> float:
        """Seconds, without those that were given to others."""
        now = self._clock()
        if now >= self._look_at:
            self._quicker()
            session().rollback()  # nothing is held while it goes on thinking
            took = self._clock() - now
            self._given += took
            self._look_at = now + took + max(EVERY, took)
        return self._clock() - self._given

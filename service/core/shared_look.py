"""One look for all who ask for it at once, so that asking often costs little."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic


class SharedLook:
    """Who asks while a look is under way shares the next one, which begins after they have asked, with all who do.

    One that fails is shared with nobody. Time passes as the stopwatch shows it.
    """

    def __init__(self, stopwatch: Callable[[], float] = monotonic) -> None:
        self._stopwatch = stopwatch
        self._looking = Lock()
        self._begun = 0.0
        self._found = False

    def ask(self, look: Callable[[], bool]) -> bool:
        """What a look finds that begins now or later."""
        asked = self._stopwatch()
        with self._looking:
            if self._begun <= asked:
                begun = self._stopwatch()
                self._found = look()
                self._begun = begun
            return self._found

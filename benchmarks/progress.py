"""Progress of a long run on stderr: a counter on a terminal, or lines now and then in a file."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TextIO

from workers.search.limit import Clock

SELDOM = 30.0
"""Least seconds between two lines in a file."""


@dataclass
class Progress:
    """Counts and reports the finished games of a run."""

    name: str
    games: int
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    clock: Clock = time.monotonic
    ended: int = 0
    """Initially, the number of games from an earlier run."""

    def __post_init__(self) -> None:
        self.began = self.last = self.clock()
        if self.ended:
            self._write(f"{self.name}: {self.ended} of {self.games} games are there already\n")

    def game_ended(self) -> None:
        """Count a game; update the counter on a terminal, or write a line if the last one is old enough."""
        self.ended += 1
        done = self.ended == self.games
        if self.stream.isatty():
            self._write(f"\r{self._line()}" + "\n" * done)
        elif done or self.clock() - self.last >= SELDOM:
            self.last = self.clock()
            self._write(f"{self._line()}\n")

    def _line(self) -> str:
        return f"{self.name}: {self.ended} of {self.games} games, {self.clock() - self.began:.0f} s"

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()

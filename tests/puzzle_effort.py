"""Measure a puzzle's difficulty: the effort of a randomised solver that fills the most constrained region first.

It models a careful person with an eraser: the region with the fewest squares left gets a token on a square that blocks
little, and dead ends are undone. One attempt varies a lot, because early mistakes are expensive; so several are made
for each rotation and reflection of the board, with random tie-breaks, and the median counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import median
from typing import NamedTuple

from rules.games.springtime.dive import by_harm, neediest
from rules.games.springtime.fields import Fields, fields
from rules.games.springtime.puzzle import PERFECT
from rules.games.springtime.puzzle_layout import FIENDISH, GENTLE, TRICKY, looks
from rules.games.springtime.squares import AWAY, BOARD

ATTEMPTS = 3
"""In each of the eight ways."""
MOST = 2000
"""Tokens after which an attempt is given up, and counts as that many."""


class Band(NamedTuple):
    """From how many tokens to how many, in the attempt in the middle."""

    least: float
    most: float

    def holds(self, effort: float) -> bool:
        """Whether an effort is one of the band."""
        return self.least <= effort <= self.most


BANDS: Mapping[str, Band] = {GENTLE: Band(PERFECT, 40), TRICKY: Band(100, 400), FIENDISH: Band(1500, MOST)}
"""By difficulty; 27 tokens are a board without a mistake."""


def effort(rows: Sequence[str]) -> float:
    """Count the solver's placements until 27 tokens are placed, including undone ones; independent of orientation."""
    return median(attempt.spent() for attempt in _attempts(rows))


def solution(rows: Sequence[str]) -> Sequence[int]:
    """Return the squares of a perfect game in the order of play; empty if no attempt finds one."""
    attempts = (Attempt(fields(tuple(rows)), Random(number)) for number in range(len(looks(rows)) * ATTEMPTS))
    return next((attempt.placed for attempt in attempts if attempt.succeeds()), [])


def _attempts(rows: Sequence[str]) -> Iterator[Attempt]:
    for look in sorted(looks(rows)):
        yield from (Attempt(fields(look), Random(number)) for number in range(ATTEMPTS))


class Attempt:
    """One attempt to solve a board."""

    def __init__(self, tables: Fields, rng: Random) -> None:
        self._tables, self._rng = tables, rng
        self._regions = list(tables.regions)
        rng.shuffle(self._regions)
        self._left = MOST
        self.placed: list[int] = []
        """The squares of the tokens that stand."""

    def spent(self) -> int:
        """Return the number of tokens needed, or MOST without success."""
        return MOST - self._left if self.succeeds() else MOST

    def succeeds(self) -> bool:
        """Whether it comes to 27 tokens."""
        return self._goes_on(BOARD.full, BOARD.full, self._regions)

    def _goes_on(self, room: int, legal: int, waiting: Sequence[int]) -> bool:
        if len(self.placed) == PERFECT:
            return True
        if not waiting:
            legal, waiting = room, self._regions
        for square in self._order(room, neediest(waiting, legal)):
            if self._left <= 0:
                return False
            self._left -= 1
            self.placed.append(square)
            open_still = room & AWAY[square]
            unserved = [region for region in waiting if not region >> square & 1]
            if self._goes_on(open_still, legal & open_still & self._tables.apart[square], unserved):
                return True
            self.placed.pop()
        return False

    def _order(self, room: int, squares: int) -> list[int]:
        """Return the squares, roughly those that block little first."""
        random = self._rng.random
        harms = by_harm(self._tables, room, squares, len(self.placed)) if squares else []
        return [square for _, _, square in sorted((harm * (1 + random()), random(), square) for harm, square in harms)]

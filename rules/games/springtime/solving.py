"""Solver of the puzzle by many short randomized attempts.

An early mistake is costly and an attempt is cheap, so many short attempts find solutions that a long one misses. The
number of an attempt is its only random seed. So after a token of a solution the attempt takes the same path again, with
fewer mistakes before it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from rules.games.springtime.dive import by_harm, neediest, unserved
from rules.games.springtime.fields import SIDE
from rules.games.springtime.puzzle import PERFECT, STAGES, Puzzle, legal_after
from rules.games.springtime.squares import AWAY, BOARD, TOKENS, Token

TRIES, ROUND = 100, 16
"""Tokens that the first attempts try, and the number of attempts after which that doubles."""


def attempted(position: Puzzle, number: int) -> Sequence[Token] | None:
    """Search the tokens that complete 27 in one attempt; empty if it gives up, None if there are none."""
    attempt = (_Staged if position.staged else _Free)(position, number)
    if attempt.succeeds():
        return [TOKENS[square] for square in attempt.placed]
    return () if attempt.gave_up else None


class _Attempt(ABC):
    """One attempt at a position."""

    def __init__(self, position: Puzzle, number: int) -> None:
        self._position = position
        self._fields = position.fields
        self._left = TRIES << number // ROUND
        self._luck = _luck(number)
        self._regions = list(position.fields.regions)
        """Order in which regions of equal need are served."""
        Random(number).shuffle(self._regions)
        self.placed: list[int] = []
        """Squares of its tokens, in order of play."""

    @property
    def gave_up(self) -> bool:
        """Return whether it ended before it had tried everything."""
        return self._left <= 0

    @abstractmethod
    def succeeds(self) -> bool:
        """Search for 27 tokens; return whether they were found."""

    def _by_luck(self, room: int, squares: int, count: int) -> list[int]:
        """Sort squares by randomized harm, least harmful first."""
        luck, harms = self._luck, by_harm(self._fields, room, squares, count)
        return [square for _, square in sorted((harm * luck[square], square) for harm, square in harms)]


class _Staged(_Attempt):
    """An attempt with stages."""

    def succeeds(self) -> bool:
        position = self._position
        waiting = set(unserved(position))
        ordered = [region for region in self._regions if region in waiting]
        return self._goes_on(position.room, position.legal, ordered, position.count)

    def _goes_on(self, room: int, legal: int, waiting: Sequence[int], count: int) -> bool:
        if count == PERFECT:
            return True
        if not waiting:
            legal, waiting = room, self._regions
        for square in self._by_luck(room, neediest(waiting, legal), count):
            self._left -= 1
            if self._stands(room, legal, waiting, count, square):
                return True
            if self._left <= 0:
                break
        return False

    def _stands(self, room: int, legal: int, waiting: Sequence[int], count: int, square: int) -> bool:
        """Search for 27 tokens with a token on `square`; return whether they were found."""
        left = room & AWAY[square]
        # All stages to come need a square in each region.
        if min(map(int.bit_count, map(left.__and__, self._regions))) < STAGES - 1 - count // SIDE:
            return False
        self.placed.append(square)
        unserved = [region for region in waiting if not region >> square & 1]
        found = self._goes_on(left, legal & left & self._fields.apart[square], unserved, count + 1)
        if not found:
            self.placed.pop()
        return found


class _Free(_Attempt):
    """An attempt without stages."""

    def succeeds(self) -> bool:
        position = self._position
        return self._goes_on(sum(position.stages), position.legal, position.count)

    def _goes_on(self, taken: int, legal: int, count: int) -> bool:
        if count == PERFECT:
            return True
        for square in self._by_luck(legal, self._tightest(taken, legal), 0):
            self._left -= 1
            self.placed.append(square)
            after = taken | 1 << square
            if self._goes_on(after, legal_after(self._fields, after, legal, square), count + 1):
                return True
            self.placed.pop()
            legal &= ~BOARD.bits[square]
            if self._left <= 0:
                break
        return False

    def _tightest(self, taken: int, legal: int) -> int:
        """Return the open squares of the region with the fewest to spare; none if any region has too few."""
        best, spare = 0, BOARD.size
        for region in self._regions:
            squares, lacking = region & legal, STAGES - (region & taken).bit_count()
            left = squares.bit_count() - lacking
            if lacking and left < spare:
                best, spare = squares, left
        return best if spare >= 0 else 0


@lru_cache
def _luck(number: int) -> Sequence[float]:
    """Return random factors of the harm of each square in an attempt."""
    random = Random(number).random
    return [1 + random() for _ in range(BOARD.size)]

"""Solutions of the puzzle, looked for in attempts: each goes on by its own luck, and gives up soon.

An early mistake is dear and luck is cheap, so many short attempts find what a long one does not. Luck comes of the
number of an attempt alone: after a token of a solution it goes the same way again, with fewer mistakes before it.
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
"""Tokens that each of the first attempts tries, and how many attempts there are until each tries twice as many."""


def attempted(position: Puzzle, number: int) -> Sequence[Token] | None:
    """The tokens that make 27 of a position, nothing if the attempt of that number finds none; None if none do."""
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
        """In the order in which those that are in equal need are served."""
        Random(number).shuffle(self._regions)
        self.placed: list[int] = []
        """The squares of its tokens, in the order of play."""

    @property
    def gave_up(self) -> bool:
        """Whether it ended before it had tried everything."""
        return self._left <= 0

    @abstractmethod
    def succeeds(self) -> bool:
        """Whether it comes to 27 tokens."""

    def _by_luck(self, room: int, squares: int, count: int) -> list[int]:
        """The squares, those that shut little first, more or less."""
        luck, harms = self._luck, by_harm(self._fields, room, squares, count)
        return [square for _, square in sorted((harm * luck[square], square) for harm, square in harms)]


class _Staged(_Attempt):
    """One at a position with stages."""

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
        """Whether it comes to 27 with a token there."""
        left = room & AWAY[square]
        # All stages to come ask for a square of each region.
        if min(map(int.bit_count, map(left.__and__, self._regions))) < STAGES - 1 - count // SIDE:
            return False
        self.placed.append(square)
        unserved = [region for region in waiting if not region >> square & 1]
        found = self._goes_on(left, legal & left & self._fields.apart[square], unserved, count + 1)
        if not found:
            self.placed.pop()
        return found


class _Free(_Attempt):
    """One at a position without stages."""

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
        """The open squares of the region with fewest to spare for tokens that it lacks; none if there are too few."""
        best, spare = 0, BOARD.size
        for region in self._regions:
            squares, lacking = region & legal, STAGES - (region & taken).bit_count()
            left = squares.bit_count() - lacking
            if lacking and left < spare:
                best, spare = squares, left
        return best if spare >= 0 else 0


@lru_cache
def _luck(number: int) -> Sequence[float]:
    """By square, how much worse than it is an attempt takes a token there to be."""
    random = Random(number).random
    return [1 + random() for _ in range(BOARD.size)]

"""How far the puzzle without stages can still be taken: a short search that serves the tightest region first."""

from __future__ import annotations

from rules.games.springtime.dive import by_harm
from rules.games.springtime.fields import Fields
from rules.games.springtime.puzzle import PERFECT, STAGES, legal_after


def tightest(fields: Fields, taken: int, legal: int) -> int:
    """The open squares of the region that has fewest to spare, though some, for the tokens that it lacks."""
    best, spare = legal, len(fields.regions) * PERFECT
    for region in fields.regions:
        squares = region & legal
        left = squares.bit_count() - STAGES + (region & taken).bit_count()
        if squares and left < spare:
            best, spare = squares, left
    return best


class FreeDive:
    """One search, which ends when its tries are used up."""

    def __init__(self, fields: Fields, tries: int) -> None:
        self._fields = fields
        self._tries = tries

    def deepest(self, taken: int, legal: int, count: int) -> int:
        """The most tokens found from here, `count` being placed."""
        best = count
        if not legal:
            return best
        for _, square in by_harm(self._fields, legal, tightest(self._fields, taken, legal), 0):
            self._tries -= 1
            after = taken | 1 << square
            best = max(best, self.deepest(after, legal_after(self._fields, after, legal, square), count + 1))
            if best == PERFECT or self._tries <= 0:
                break
        return best

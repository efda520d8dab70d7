"""Quick bound for the puzzle: a short depth-first search that always serves the neediest region.

It tries the least harmful square for later stages first, and backtracks until its tries are used up. It is seldom wrong
by more than a token or two, and after each token of a solution it finds that solution again. Without stages, it serves
the region with the fewest squares to spare.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.springtime.fields import SIDE, Fields
from rules.games.springtime.puzzle import PERFECT, STAGES, Puzzle, legal_after
from rules.games.springtime.squares import AWAY, BOARD, COLUMNS, ROWS


def reach(position: Puzzle, tries: int) -> int:
    """Return the largest number of tokens that a search with this many tries finds, including those on the board."""
    waiting = unserved(position)
    return Dive(position.fields, tries).deepest(position.room, position.legal, waiting, position.count)


def unserved(position: Puzzle) -> Sequence[int]:
    """Return the regions without a token of the current stage."""
    placed = position.placed()
    return [region for region in position.fields.regions if not region & placed]


def neediest(regions: Sequence[int], legal: int) -> int:
    """Return the legal squares of the region that has the fewest."""
    return min((region & legal for region in regions), key=int.bit_count)


def by_harm(fields: Fields, room: int, squares: int, count: int) -> list[tuple[float, int]]:
    """Sort squares by harm to later stages, least harmful first."""
    harms = [(_harm(fields, room, square, count), square) for square in BOARD.squares(squares)]
    return sorted(harms)


def _harm(fields: Fields, room: int, square: int, count: int) -> float:
    """Weigh the squares blocked by a token; each weighs more the fewer its row, column and field have."""
    if count >= PERFECT - SIDE:
        return 0.0
    shut = room & BOARD.neighbours[square]
    return sum(
        1 / (room & region).bit_count()
        for lost in BOARD.squares(shut)
        for region in (ROWS[lost], COLUMNS[lost], fields.at[lost])
    )


class Dive:
    """One search with stages, limited by its tries."""

    def __init__(self, fields: Fields, tries: int) -> None:
        self._fields = fields
        self._tries = tries

    def deepest(self, room: int, legal: int, waiting: Sequence[int], count: int) -> int:
        """Return the largest number of tokens found; `count` are placed, the regions in `waiting` are unserved."""
        if not waiting:
            if count == PERFECT:
                return count
            legal, waiting = room, self._fields.regions
        squares = neediest(waiting, legal)
        if not squares:
            return count + self._crowded(legal)
        best = 0
        for _, square in by_harm(self._fields, room, squares, count):
            self._tries -= 1
            left = room & AWAY[square]
            unserved = [region for region in waiting if not region >> square & 1]
            best = max(best, self.deepest(left, legal & left & self._fields.apart[square], unserved, count + 1))
            if best == PERFECT or self._tries <= 0:
                break
        return best

    def _crowded(self, legal: int) -> int:
        """Count the tokens that can still be placed greedily in a stage that cannot be completed."""
        placed = 0
        while legal:
            square = (legal & -legal).bit_length() - 1
            legal &= AWAY[square] & self._fields.apart[square]
            placed += 1
        return placed


def tightest(fields: Fields, taken: int, legal: int) -> int:
    """Return the open squares of the region with the fewest to spare for the tokens it lacks."""
    best, spare = legal, len(fields.regions) * PERFECT
    for region in fields.regions:
        squares = region & legal
        left = squares.bit_count() - STAGES + (region & taken).bit_count()
        if squares and left < spare:
            best, spare = squares, left
    return best


class FreeDive:
    """One search without stages, limited by its tries."""

    def __init__(self, fields: Fields, tries: int) -> None:
        self._fields = fields
        self._tries = tries

    def deepest(self, taken: int, legal: int, count: int) -> int:
        """Return the largest number of tokens found; `count` are placed."""
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

"""How far the puzzle can still be taken: a short search that always serves the region in greatest need.

It goes down with the square that harms later stages least, and comes back up as often as its tries allow. Seldom
is it wrong by more than a token or two, and a solution that it has found is found again after each token of it.
Where there are no stages, it serves the region that has the fewest squares to spare.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.springtime.fields import SIDE, Fields
from rules.games.springtime.puzzle import PERFECT, STAGES, Puzzle, legal_after
from rules.games.springtime.squares import AWAY, BOARD, COLUMNS, ROWS


def reach(position: Puzzle, tries: int) -> int:
    """The most tokens that a search with so many tries finds, those on the board included."""
    waiting = unserved(position)
    return Dive(position.fields, tries).deepest(position.room, position.legal, waiting, position.count)


def unserved(position: Puzzle) -> Sequence[int]:
    """The regions without a token of the stage being played."""
    placed = position.placed()
    return [region for region in position.fields.regions if not region & placed]


def neediest(regions: Sequence[int], legal: int) -> int:
    """The squares where the region that has the fewest of them can get its token."""
    return min((region & legal for region in regions), key=int.bit_count)


def by_harm(fields: Fields, room: int, squares: int, count: int) -> list[tuple[float, int]]:
    """The squares, the least harmful first, each after what a token there takes from later stages."""
    harms = [(_harm(fields, room, square, count), square) for square in BOARD.squares(squares)]
    return sorted(harms)


def _harm(fields: Fields, room: int, square: int, count: int) -> float:
    """The squares shut by a token, each weighing more the fewer there are in its row, column and field."""
    if count >= PERFECT - SIDE:
        return 0.0
    shut = room & BOARD.neighbours[square]
    return sum(
        1 / (room & region).bit_count()
        for lost in BOARD.squares(shut)
        for region in (ROWS[lost], COLUMNS[lost], fields.at[lost])
    )


class Dive:
    """One search, which ends when its tries are used up."""

    def __init__(self, fields: Fields, tries: int) -> None:
        self._fields = fields
        self._tries = tries

    def deepest(self, room: int, legal: int, waiting: Sequence[int], count: int) -> int:
        """The most tokens found from here, `count` being placed and the regions `waiting` still to be served."""
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
        """How many tokens go on the board, one after the other, in a stage that cannot be completed."""
        placed = 0
        while legal:
            square = (legal & -legal).bit_length() - 1
            legal &= AWAY[square] & self._fields.apart[square]
            placed += 1
        return placed


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

"""Fight for the last placement, which decides Springtime when differences are counted.

Points then follow from placements: they differ by three if seat 0 has placed last, and are equal if seat 0 is stuck. So
seat 0 wins unless seat 1 places last and leaves no room for the free placement. (Room without a gain is rare, and
ignored here; the rules themselves check it.) In a match the sum counts and no placement is free: the last to place
wins.
"""

from __future__ import annotations

from rules.game import Seat
from rules.games.springtime.outlook import outlook
from rules.games.springtime.position import MOST_IN_A_LINE
from rules.games.springtime.squares import AWAY, COLUMNS, IN_LINE, ROWS

SEARCHED_TO_THE_END = 12
"""Largest number of open squares for an exhaustive search."""
MEMORY = 1 << 16
Key = tuple[Seat, int, int, int, int, bool]
Reply = tuple[int, int, int, int]
"""Number of replies to a token, then the tokens, the room and the last token after it."""
_known: dict[Key, tuple[float, bool]] = {}
"""Cached values, and whether each is exact; otherwise it is an upper bound."""


def hope(
    seat: Seat,
    taken: int,
    room: int,
    last: int,
    depth: int,
    enough: float = 0.0,
    free: bool = True,  # noqa: FBT001, FBT002  # a search makes many such calls
) -> float:
    """Compute the chance that `seat` wins by best play against random placement, if above `enough`.

    Otherwise the result is any bound from the chance up to `enough`. The search goes `depth` turns deep, and to the end
    where few squares are open; beyond that it uses the outlook. Seat 0 is to place when the number of tokens `taken` is
    even. In a match placements are not `free`.
    """
    if not room & IN_LINE[last]:
        return float(seat == winner(taken, room, free))
    if room.bit_count() <= SEARCHED_TO_THE_END:
        depth = 0
    elif not depth:
        second = outlook(taken, room)
        return second if seat else 1 - second
    key = seat, taken, room, last, depth, free
    found = _known.get(key)
    if found is None or not (found[1] or found[0] <= enough):
        if len(_known) >= MEMORY:
            _known.clear()
        mine = seat == taken.bit_count() & 1
        found = _known[key] = (_best if mine else _mean)(
            seat, replies(taken, room, last), max(depth - 1, 0), enough, free
        )
    return found[0]


def winner(taken: int, room: int, free: bool) -> Seat:  # noqa: FBT001  # a search makes many such calls
    """Return the winner when the seat to act is stuck."""
    return int(not (room and free) and taken.bit_count() & 1 == 0)


def replies(taken: int, room: int, last: int) -> list[Reply]:
    """List all legal tokens with the positions after them."""
    legal = room & IN_LINE[last]
    found = []
    while legal:
        bit = legal & -legal
        legal ^= bit
        square = bit.bit_length() - 1
        left = room_after(taken | bit, room, square)
        found.append(((left & IN_LINE[square]).bit_count(), taken | bit, left, square))
    return found


def room_after(taken: int, room: int, square: int) -> int:
    """Return the open squares after a token on `square`, the last of `taken`."""
    room &= AWAY[square]
    if (taken & ROWS[square]).bit_count() == MOST_IN_A_LINE:
        room &= ~ROWS[square]
    if (taken & COLUMNS[square]).bit_count() == MOST_IN_A_LINE:
        room &= ~COLUMNS[square]
    return room


def _best(seat: Seat, choices: list[Reply], depth: int, enough: float, free: bool) -> tuple[float, bool]:  # noqa: FBT001
    """Return the largest chance that `seat` can choose, and whether it is exact; try the fewest replies first."""
    best = 0.0
    for _, taken, room, last in sorted(choices):
        best = max(best, hope(seat, taken, room, last, depth, max(best, enough), free))
        if best == 1:
            break
    return best, not enough or best > enough


def _mean(seat: Seat, choices: list[Reply], depth: int, enough: float, free: bool) -> tuple[float, bool]:  # noqa: FBT001
    """Average the chances after all choices, or return a bound on the mean once it cannot exceed `enough`.

    `most` is the sum of the chances, unknown ones counting as 1; a choice must exceed `needed` for the mean to exceed
    `enough`. (This is "Star1": Ballard, "The *-minimax search procedure", 1983.)
    """
    most = float(len(choices))
    for _, taken, room, last in choices:
        needed = max(enough * len(choices) - most + 1, 0.0)
        left = hope(seat, taken, room, last, depth, needed, free) if needed < 1 else 1.0
        most -= 1 - left
        if needed and left <= needed:
            return min(most / len(choices), enough), False
    return most / len(choices), True

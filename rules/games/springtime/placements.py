"""The fight for the last placement, which decides Springtime when differences are counted.

Points then say nothing that tokens do not: they differ by three where seat 0 has placed last, and are level where seat
0 is stuck. So seat 0 wins unless seat 1 places last and leaves no room for the free placement. (That there is room but
nothing to be gained is rare, and overlooked here; the rules themselves look closely.) In a match, whose sum counts, no
placement is free: there whoever places last wins.
"""

from __future__ import annotations

from rules.game import Seat
from rules.games.springtime.outlook import outlook
from rules.games.springtime.position import MOST_IN_A_LINE
from rules.games.springtime.squares import AWAY, COLUMNS, IN_LINE, ROWS

SEARCHED_TO_THE_END = 12
"""Squares of room from which everything that can happen is looked at."""
MEMORY = 1 << 16
Key = tuple[Seat, int, int, int, int, bool]
Reply = tuple[int, int, int, int]
"""How many replies it leaves the other in turn, then the tokens, the room and the last token after it."""
_known: dict[Key, tuple[float, bool]] = {}
"""What has been found of late, and whether it is exact; otherwise it is no more than that."""


def hope(
    seat: Seat,
    taken: int,
    room: int,
    last: int,
    depth: int,
    enough: float = 0.0,
    free: bool = True,  # noqa: FBT001, FBT002  # a search makes many such calls
) -> float:
    """How likely `seat` is to win by its best play, the other placing at random; where that is more than `enough`.

    Otherwise anything from there down to `enough`. Play is followed for `depth` turns, and to the end where the room
    is small; beyond that stands the outlook. It is seat 0's turn when the number of tokens `taken` is even. Not `free`
    are placements in a match.
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
    """Who wins when the seat in turn is stuck."""
    return int(not (room and free) and taken.bit_count() & 1 == 0)


def replies(taken: int, room: int, last: int) -> list[Reply]:
    """Every token that may be placed."""
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
    """What is left of the room when the last of the tokens `taken` is the one on `square`."""
    room &= AWAY[square]
    if (taken & ROWS[square]).bit_count() == MOST_IN_A_LINE:
        room &= ~ROWS[square]
    if (taken & COLUMNS[square]).bit_count() == MOST_IN_A_LINE:
        room &= ~COLUMNS[square]
    return room


def _best(seat: Seat, choices: list[Reply], depth: int, enough: float, free: bool) -> tuple[float, bool]:  # noqa: FBT001
    """The most hope that `seat` can choose, and whether that is exact; those who leave least to reply come first."""
    best = 0.0
    for _, taken, room, last in sorted(choices):
        best = max(best, hope(seat, taken, room, last, depth, max(best, enough), free))
        if best == 1:
            break
    return best, not enough or best > enough


def _mean(seat: Seat, choices: list[Reply], depth: int, enough: float, free: bool) -> tuple[float, bool]:  # noqa: FBT001
    """The mean of the hopes after all choices, or a bound that it cannot exceed once that is not more than `enough`.

    `most` is the sum of the hopes, those not known yet counting as 1; a choice must leave more than `needed` for the
    mean to be more than enough. (This is "Star1": Ballard, "The *-minimax search procedure", 1983.)
    """
    most = float(len(choices))
    for _, taken, room, last in choices:
        needed = max(enough * len(choices) - most + 1, 0.0)
        left = hope(seat, taken, room, last, depth, needed, free) if needed < 1 else 1.0
        most -= 1 - left
        if needed and left <= needed:
            return min(most / len(choices), enough), False
    return most / len(choices), True

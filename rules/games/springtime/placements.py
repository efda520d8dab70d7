"""The fight for the last placement, which decides Springtime when differences are counted.

Points then say nothing that tokens do not: they differ by three where seat 0 has placed last, and are level where seat
0 is stuck. So seat 0 wins unless seat 1 places last and leaves no room for the free placement. (That there is room but
nothing to be gained is rare, and overlooked here; the rules themselves look closely.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from rules.game import Seat
from rules.games.springtime.position import MOST_IN_A_LINE
from rules.games.springtime.squares import AWAY, BOARD, COLUMNS, IN_LINE, ROWS

SEARCHED_TO_THE_END = 12
"""Squares of room from which everything that can happen is looked at."""
CARE, CARELESSNESS = 0.1, 0.6
"""How far the seat that hopes, and the other, place at random instead of their best."""
MEMORY = 1 << 16
_NOT_LAST = BOARD.full & ~BOARD.column_masks[-1]
_LINES = (*BOARD.row_masks, *BOARD.column_masks)


@lru_cache(MEMORY)
def hopes(taken: int, room: int, last: int, seat: Seat, depth: int) -> tuple[float, float]:
    """How likely `seat`, which is to place, and the other seat are to win, each if the other errs more often.

    So they are more than 1 together. A turn is worth the best that can be done, mixed with the mean of all. Play is
    followed for `depth` turns, and to the end where the room is small; beyond that stands the outlook.
    """
    legal = room & IN_LINE[last]
    if not legal:
        return (1.0, 0.0) if room and seat == 0 else (0.0, 1.0)
    if depth == 0 and room.bit_count() > SEARCHED_TO_THE_END:
        return outlook(taken, room, seat)
    further = depth - 1 if depth else 0
    choices = legal.bit_count()
    best = ours_in_all = theirs_in_all = 0.0
    worst = 1.0
    while legal:
        bit = legal & -legal
        legal ^= bit
        square = bit.bit_length() - 1
        theirs, ours = hopes(taken | bit, room_after(taken | bit, room, square), square, 1 - seat, further)
        ours_in_all += ours
        theirs_in_all += theirs
        if ours > best:  # noqa: PLR1730  # twice as fast as max and min, and this is where the time goes
            best = ours
        if theirs < worst:  # noqa: PLR1730
            worst = theirs
    return best + CARE * (ours_in_all / choices - best), worst + CARELESSNESS * (theirs_in_all / choices - worst)


def room_after(taken: int, room: int, square: int) -> int:
    """What is left of the room when the last of the tokens `taken` is the one on `square`."""
    room &= AWAY[square]
    if (taken & ROWS[square]).bit_count() == MOST_IN_A_LINE:
        room &= ~ROWS[square]
    if (taken & COLUMNS[square]).bit_count() == MOST_IN_A_LINE:
        room &= ~COLUMNS[square]
    return room


def outlook(taken: int, room: int, seat: Seat) -> tuple[float, float]:
    """The hopes of `seat` and of the other at a glance, before the end can be seen.

    Fitted to what random play from 38,000 positions led to. Seat 1 needs an end without room: it is helped by squares
    that are in line with each other and do not touch.
    """
    values = features(taken, room)
    _, first, second = next(band for band in WEIGHTS if values[1] <= band[0])
    both = _hope(first, values), _hope(second, values)
    return both if seat == 0 else both[::-1]


def features(taken: int, room: int) -> tuple[float, ...]:
    """1, squares of room, tokens, pairs of squares in line, pairs side by side, and tokens that lines still want."""
    squares = room.bit_count()
    in_line = sum((room & IN_LINE[square]).bit_count() for square in BOARD.squares(room))
    beside = 2 * ((room & _NOT_LAST & room >> 1).bit_count() + (room & room >> BOARD.columns).bit_count())
    wanted = [MOST_IN_A_LINE - (taken & line).bit_count() if room & line else 0 for line in _LINES]
    return (
        1.0,
        squares,
        taken.bit_count(),
        in_line / squares**2,
        beside / squares,
        min(sum(wanted[: BOARD.rows]), sum(wanted[BOARD.rows :])),
    )


def _hope(weights: Sequence[float], values: Sequence[float]) -> float:
    expected: float = sum(map(mul, weights, values))
    return min(max(expected, 0.01), 0.99)


WEIGHTS = (
    (16, (1.316, -0.0026, -0.0064, -0.4995, 0.011, -0.0035), (-1.2917, 0.0042, 0.0159, 2.2651, -0.0957, 0.0424)),
    (21, (1.425, -0.0018, -0.0104, -0.5333, 0.0094, -0.0078), (-1.3823, 0.0017, 0.0215, 2.3891, -0.0745, 0.0388)),
    (29, (1.3696, -0.003, -0.0084, -0.4941, 0.0147, -0.0054), (-1.3462, 0.0056, 0.0205, 2.3455, -0.0742, 0.0314)),
    (81, (0.9687, -0.0026, 0.0055, -0.5206, 0.019, 0.0097), (-0.851, 0.0061, 0.0064, 2.379, -0.079, 0.0076)),
)
"""The most squares of room that they are for, then the weights of the features for the hopes of seats 0 and 1."""

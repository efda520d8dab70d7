"""Evaluation of the fight for the last placement, before an exact search is possible."""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from rules.board import picked
from rules.games.springtime.position import MOST_IN_A_LINE
from rules.games.springtime.squares import BOARD, IN_LINE

_SHARES = tuple(1 / (1 + others) for others in range(BOARD.size))
"""Reciprocal of 1 + n, by n."""
_NOT_LAST = BOARD.full & ~BOARD.column_masks[-1]


REMEMBERED = 1 << 12
"""Positions to cache: most recur soon by transposition, older ones hardly ever."""


@lru_cache(REMEMBERED)
def outlook(taken: int, room: int) -> float:
    """Estimate seat 1's chance of winning if it plays well and seat 0 places at random.

    Fitted to 135,000 positions of such games and the exact chances at the end of each. Seat 1 needs an end without open
    squares; open squares in line with each other that do not touch help it.
    """
    weights = _WEIGHTS_BY_ROOM[room.bit_count()][taken.bit_count() & 1]
    expected: float = sum(map(mul, weights, features(taken, room)))
    return min(max(expected, 0.01), 0.99)


def features(taken: int, room: int) -> tuple[float, ...]:
    """Compute the features of the evaluation.

    1, open squares, tokens, the share of pairs of squares in line, mean number of adjacent open squares, tokens still
    possible in lines, and an estimate of the squares left open if those in line with a token go.
    """
    squares = room.bit_count()
    seen = [(room & line).bit_count() for line in picked(IN_LINE, room)]
    beside = 2 * ((room & _NOT_LAST & room >> 1).bit_count() + (room & room >> BOARD.columns).bit_count())
    return (
        1.0,
        squares,
        taken.bit_count(),
        sum(seen) / squares**2,
        beside / squares,
        min(_wanted(taken, room, BOARD.row_masks), _wanted(taken, room, BOARD.column_masks)),
        sum([_SHARES[others] for others in seen]),
    )


def _wanted(taken: int, room: int, lines: tuple[int, ...]) -> int:
    """Count the tokens that disjoint lines with open squares may still get."""
    open_lines = [line for line in lines if room & line]
    return MOST_IN_A_LINE * len(open_lines) - (taken & sum(open_lines)).bit_count()


Weights = tuple[float, ...]
WEIGHTS: tuple[tuple[int, Weights, Weights], ...] = (
    (
        12,
        (2.6342, 0.0287, 0.0115, -1.7566, -0.085, 0.0433, -0.9847),
        (1.5302, 0.0303, 0.0375, -1.2548, -0.0746, 0.0333, -0.7422),
    ),
    (
        16,
        (2.9503, 0.0123, 0.015, -2.1776, -0.0828, 0.0411, -0.9601),
        (1.7868, 0.0178, 0.0317, -1.4458, -0.0883, 0.0432, -0.7305),
    ),
    (
        22,
        (2.7029, 0.0158, 0.0227, -2.2047, -0.0851, 0.0403, -0.9163),
        (1.9119, 0.0152, 0.0298, -1.5104, -0.0833, 0.0435, -0.7463),
    ),
    (
        30,
        (1.6903, 0.0118, 0.0212, -1.0055, -0.0897, 0.0366, -0.6143),
        (1.106, 0.0123, 0.0225, -0.2893, -0.0852, 0.0357, -0.4937),
    ),
    (
        81,
        (1.317, 0.0079, 0.0002, 0.4392, -0.1082, 0.0157, -0.395),
        (1.4023, 0.0082, -0.0008, 0.3795, -0.1104, 0.0114, -0.3863),
    ),
)
"""Largest number of open squares, then the weights of the features with seat 0 or seat 1 to place."""
_WEIGHTS_BY_ROOM = tuple(next(both for most, *both in WEIGHTS if room <= most) for room in range(BOARD.size + 1))
"""Weights for either seat, by the number of open squares."""

"""How likely seat 1 is to win the fight for the last placement by its best play, if seat 0 places at random.

That is what `placements.hope` says too, for either seat, as far as it is asked to look; here it is worked out to the
end, for seat 1 alone and nearly twice as quickly. Whoever is stuck while there is room places freely: seat 0 wins
unless seat 1 places last and leaves none.
"""

from __future__ import annotations

from rules.games.springtime.placements import winner
from rules.games.springtime.position import MOST_IN_A_LINE
from rules.games.springtime.squares import IN_LINE, STEPS

MEMORY = 1 << 16
_known: dict[tuple[int, int], float] = {}
"""By tokens, which say what room is left, and the last one of them."""


def odds(taken: int, room: int, last: int) -> float:
    """The chance of seat 1; exact."""
    legal = room & IN_LINE[last]
    if not legal:
        return float(winner(taken, room, free=True))
    if len(_known) >= MEMORY:
        _known.clear()
    return (_best if taken.bit_count() & 1 else _mean)(taken, room, legal, last)


# Both go through thousands of positions for each answer, and a call for each token would cost as much as what they do.


def _best(taken: int, room: int, legal: int, last: int) -> float:
    """The same where seat 1 is to place on a square of `legal`; those that leave least to reply come first."""
    key = taken, last
    found = _known.get(key)
    if found is not None:
        return found
    after = []
    while legal:
        bit = legal & -legal
        legal ^= bit
        square = bit.bit_length() - 1
        away, row, column, in_line = STEPS[square]
        placed, left = taken | bit, room & away
        if (placed & row).bit_count() == MOST_IN_A_LINE:
            left &= ~row
        if (placed & column).bit_count() == MOST_IN_A_LINE:
            left &= ~column
        if open_to_other := left & in_line:
            after.append((open_to_other.bit_count(), placed, left, open_to_other, square))
        elif not left:
            _known[key] = 1.0
            return 1.0
    best = 0.0
    after.sort()
    for _, placed, left, open_to_other, square in after:
        chance = _mean(placed, left, open_to_other, square)
        if chance > best:
            best = chance
            if best >= 1:
                break
    _known[key] = best
    return best


def _mean(taken: int, room: int, legal: int, last: int) -> float:
    """The same where seat 0 is to place on a square of `legal`, each as likely as the others."""
    key = taken, last
    found = _known.get(key)
    if found is not None:
        return found
    tokens, total = legal.bit_count(), 0.0
    while legal:
        bit = legal & -legal
        legal ^= bit
        square = bit.bit_length() - 1
        away, row, column, in_line = STEPS[square]
        placed, left = taken | bit, room & away
        if (placed & row).bit_count() == MOST_IN_A_LINE:
            left &= ~row
        if (placed & column).bit_count() == MOST_IN_A_LINE:
            left &= ~column
        if open_to_other := left & in_line:
            total += _best(placed, left, open_to_other, square)
    found = _known[key] = total / tokens
    return found

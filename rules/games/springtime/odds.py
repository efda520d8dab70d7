"""How likely seat 1 is to win the fight for the last placement by its best play, if seat 0 places at random.

That is what `placements.hope` says too, for either seat, as far as it is asked to look; here it is worked out to the
end, for seat 1 alone and more quickly. Whoever is stuck while there is room places freely: seat 0 wins
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
    return _odds(taken, room, legal, last)


def _odds(taken: int, room: int, legal: int, last: int) -> float:
    """The same where a token can be placed on a square of `legal`.

    It goes through a hundred positions for each answer; a call for each token would cost as much as what it does.
    """
    key = taken, last
    found = _known.get(key)
    if found is not None:
        return found
    second, tokens = taken.bit_count() & 1, legal.bit_count()
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
        elif second and not left:
            _known[key] = 1.0
            return 1.0
    if second:
        # Those that leave least to reply come first.
        after.sort()
        found = 0.0
        for _, *reply in after:
            found = max(found, _odds(*reply))
            if found >= 1:
                break
    else:
        found = sum([_odds(*reply) for _, *reply in after]) / tokens
    _known[key] = found
    return found

"""What a token brings when majorities are counted, and how firm a lead is."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from rules.board import picked
from rules.games.springtime.sketch import Ground, Sketch
from rules.games.springtime.squares import TOKENS

SEARCHED_TO_THE_END = 9
"""Squares of room from which everything that can happen is looked at."""
TOKENS_PLACED = 24.0
"""How many are placed in a game, on average."""
TEMPO = 0.7
"""What a point is worth that can be gained in the turn that is next."""
SWING = 1.0
"""How far, in points, each token still to come may change the difference of the scores, as a standard deviation."""
MEMORY = 1 << 16
_known: dict[tuple[Ground, int, int, int], bool] = {}


def chances(sketch: Sketch) -> Sequence[float]:
    """The chance of winning by seat: from the end where it is near, otherwise from the difference of the scores."""
    if sketch.room.bit_count() <= SEARCHED_TO_THE_END:
        first = float(first_wins(sketch))
    else:
        left = max(TOKENS_PLACED - sketch.taken.bit_count(), 1.0)
        ahead = sketch.ahead() + (1 - 2 * sketch.seat) * TEMPO * best_gain(sketch)
        first = 1 / (1 + exp(-ahead / (SWING * sqrt(left))))
    return first, 1 - first


def best_gain(sketch: Sketch) -> int:
    """The most that the seat to act can gain at once."""
    return max(gain for gain, squares in enumerate(sketch.gains()) if squares)


def first_wins(sketch: Sketch) -> bool:
    """Whether seat 0 wins when both play their best."""
    if not sketch.legal:
        return sketch.first_wins()
    key = sketch.ground, sketch.taken, sketch.leads, sketch.last
    found = _known.get(key)
    if found is None:
        if len(_known) >= MEMORY:
            _known.clear()
        wanted = sketch.seat == 0
        after = (first_wins(sketch.apply(token)) == wanted for token in picked(TOKENS, sketch.legal))
        found = _known[key] = wanted if any(after) else not wanted
    return found

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
_known: dict[tuple[Ground, int, int, int], float] = {}


def chances(sketch: Sketch) -> Sequence[float]:
    """The chance of winning by seat: from the end where it is near, otherwise from the difference of the scores."""
    if sketch.room.bit_count() <= SEARCHED_TO_THE_END:
        first = best_worth(sketch)
    else:
        left = max(TOKENS_PLACED - sketch.taken.bit_count(), 1.0)
        ahead = sketch.ahead() + (1 - 2 * sketch.seat) * TEMPO * best_gain(sketch)
        if aim := sketch.ground.aim:
            ahead, left = (ahead, left + TOKENS_PLACED) if aim.lead is None else (ahead + aim.lead, left)
        first = 1 / (1 + exp(-ahead / (SWING * sqrt(left))))
    return first, 1 - first


def best_gain(sketch: Sketch) -> int:
    """The most that the seat to act can gain at once."""
    return max(gain for gain, squares in enumerate(sketch.gains()) if squares)


def best_worth(sketch: Sketch) -> float:
    """What it is worth to seat 0, from 0 to 1, when both play their best."""
    if not sketch.legal:
        return sketch.worth()
    key = sketch.ground, sketch.taken, sketch.leads, sketch.last
    found = _known.get(key)
    if found is None:
        if len(_known) >= MEMORY:
            _known.clear()
        found = _known[key] = _best(sketch)
    return found


def _best(sketch: Sketch) -> float:
    """The same where some token can be placed; no reply is looked at beyond one that nothing can better."""
    first = sketch.seat == 0
    best = 0.0 if first else 1.0
    for token in picked(TOKENS, sketch.legal):
        worth = best_worth(sketch.apply(token))
        best = max(best, worth) if first else min(best, worth)
        if best == (1.0 if first else 0.0):
            break
    return best

"""Majority scoring: gains of tokens, and the chance of winning with a lead."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from rules.board import picked
from rules.games.springtime.sketch import Ground, Sketch
from rules.games.springtime.squares import TOKENS

SEARCHED_TO_THE_END = 9
"""Largest number of open squares for an exhaustive search."""
TOKENS_PLACED = 24.0
"""Average number of tokens placed in a game."""
TEMPO = 0.7
"""Value of a point that can be gained on the next turn."""
SWING = 1.0
"""Standard deviation of the change in score difference, in points, for each token to come."""
MEMORY = 1 << 16
_known: dict[tuple[Ground, int, int, int], float] = {}


def chances(sketch: Sketch) -> Sequence[float]:
    """Estimate the chance of winning by seat: exhaustively near the end, otherwise from the score difference."""
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
    """Return the largest immediate gain of the seat to act."""
    return max(gain for gain, squares in enumerate(sketch.gains()) if squares)


def best_worth(sketch: Sketch) -> float:
    """Compute the value for seat 0, from 0 to 1, under best play by both."""
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
    """Search all legal tokens for the best value; stop at a value that cannot be improved."""
    first = sketch.seat == 0
    best = 0.0 if first else 1.0
    for token in picked(TOKENS, sketch.legal):
        worth = best_worth(sketch.apply(token))
        best = max(best, worth) if first else min(best, worth)
        if best == (1.0 if first else 0.0):
            break
    return best

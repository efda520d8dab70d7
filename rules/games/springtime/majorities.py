"""What a token brings when majorities are counted, and how firm a lead is."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from rules.game import Seat
from rules.games.springtime.fields import Fields
from rules.games.springtime.position import Owned, Springtime
from rules.games.springtime.squares import BOARD, COLUMNS, ROWS

SEARCHED_TO_THE_END = 9
"""Squares of room from which everything that can happen is looked at."""
TOKENS = 24.0
"""How many are placed in a game, on average."""
TEMPO = 0.7
"""What a point is worth that can be gained in the turn that is next."""
SWING = 1.0
"""How far, in points, each token still to come may change the difference of the scores, as a standard deviation."""


def gain(fields: Fields, owned: Owned, seat: Seat, square: int) -> int:
    """By how many points a token of `seat` on a square changes the difference of the scores."""
    return sum(lead in (0, -1) for lead in own_leads(fields, owned, seat, square))


def best_gain(position: Springtime) -> int:
    """The most that the seat to act can gain at once."""
    squares = BOARD.squares(position.legal)
    return max(gain(position.fields, position.owned, position.seat, square) for square in squares)


def own_leads(fields: Fields, owned: Owned, seat: Seat, square: int) -> list[int]:
    """How many more tokens `seat` has in the row, the column and the field of a square."""
    own, other = owned[seat], owned[1 - seat]
    regions = (ROWS[square], COLUMNS[square], fields.at[square])
    return [(own & region).bit_count() - (other & region).bit_count() for region in regions]


def chances(position: Springtime) -> Sequence[float]:
    """The chance of winning by seat: from the end where it is near, otherwise from the difference of the scores."""
    if position.room.bit_count() <= SEARCHED_TO_THE_END:
        first = best_end(position)
    else:
        points = position.scores()
        left = max(TOKENS - sum(position.owned).bit_count(), 1.0)
        ahead = points[0] - points[1] + (1 - 2 * position.seat) * TEMPO * best_gain(position)
        first = 1 / (1 + exp(-ahead / (SWING * sqrt(left))))
    return first, 1 - first


def best_end(position: Springtime) -> float:
    """1 if seat 0 wins when both play their best, otherwise 0."""
    if not position.legal:
        return float(position.winners() == (0,))
    wanted = float(position.seat == 0)
    return wanted if any(best_end(position.apply(a)) == wanted for a in position.legal_actions()) else 1 - wanted

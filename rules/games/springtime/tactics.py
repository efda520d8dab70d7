"""What a good player of Springtime weighs: who will place last, or who leads where, as the points are counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from rules.games.springtime.majorities import chances, gain
from rules.games.springtime.placements import hope, room_after
from rules.games.springtime.position import Springtime
from rules.games.springtime.rollouts import majority_rollout, placement_prospects, placement_rollout
from rules.games.springtime.squares import BOARD, Token

DEPTHS = ((26, 3), (60, 2), (BOARD.size, 1))
"""With so many squares of room at most, so many turns are looked ahead for the last placement."""
SHARPNESS = 12.0
"""A chance of winning better by 1 makes a token e to the power of this stronger."""
POINT = 0.8
"""So does a point more in the difference of the scores, where majorities count."""
BREADTH = 12
"""Candidates kept."""
MAJORITY_ESTIMATE = 0.2
"""How much of a sample is the estimate, where majorities count; the rest is a game played out at random."""


def candidates(position: Springtime) -> Sequence[tuple[Token, float]]:
    """The best tokens by what they are worth at a glance; for the first of all, any that lie well apart."""
    tokens = position.legal_actions()
    if position.last < 0:
        return [(token, 1.0) for token in tokens[:: len(tokens) // BREADTH]]
    weigh = _majority_weight if position.majority else _placement_weight
    return sorted([(token, weigh(position, token)) for token in tokens], key=lambda pair: -pair[1])[:BREADTH]


def _majority_weight(position: Springtime, token: Token) -> float:
    return exp(POINT * gain(position.fields, position.owned, position.seat, token.square))


def _placement_weight(position: Springtime, token: Token) -> float:
    square = token.square
    taken = sum(position.owned) | BOARD.bits[square]
    return exp(SHARPNESS * hope(position.seat, taken, room_after(taken, position.room, square), square, depth=0))


def estimate(position: Springtime) -> Sequence[float]:
    """The chance of winning by seat; with differences, each as if the other placed at random. Exact at the end."""
    winners = position.winners()
    if winners:
        return [float(seat in winners) for seat in range(2)]
    if position.last < 0:
        return 0.5, 0.5
    if position.majority:
        return chances(position)
    taken, room = sum(position.owned), position.room
    depth = next(depth for most, depth in DEPTHS if room.bit_count() <= most)
    return [hope(seat, taken, room, position.last, depth) for seat in range(2)]


def prospects(position: Springtime) -> Sequence[tuple[Token, float]]:
    """The candidates, or where the last placement decides, all tokens until it is known which of them win."""
    if position.majority or position.last < 0:
        return candidates(position)
    return placement_prospects(position)


def sample(position: Springtime, rng: Random) -> Sequence[float]:
    """The result of a game played on at random by seat; where majorities count, mixed with the estimate."""
    if not position.legal:
        return estimate(position)
    if not position.majority:
        first = placement_rollout(position, rng)
    else:
        played = majority_rollout(position, rng)
        first = MAJORITY_ESTIMATE * estimate(position)[0] + (1 - MAJORITY_ESTIMATE) * played
    return first, 1 - first

"""What a good player looks at: the exact gain of each turn, Shaman and coin together, and how firm a lead is."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from rules.games.tribes.actions import CHOOSES, COINS, DISCARDS, SHAMANS, Action
from rules.games.tribes.gains import Foothold, Ground
from rules.games.tribes.layout import BOARD
from rules.games.tribes.position import FOUR, TribesPosition

Weighed = list[tuple[Action, float]]

LOOKED_INTO = 12
"""How many squares for Shamans are tried together with every coin from there."""
SHAMANS_KEPT, COINS_KEPT = 10, 8
SHARPNESS = 8.0
"""A turn that gains so many points more weighs e times as much."""
SWING = 12.0
"""How far, in points, one coin still to be placed may change the difference of two scores."""


def candidates(position: TribesPosition) -> Sequence[tuple[Action, float]]:
    """The best turns by what they gain at once; a Shaman's weight is that of its best coin."""
    if position.choosing:
        return _choices(position)
    if position.mid_turn:
        return _coins(position)
    return _shamans(position) or _discards(position)


def _choices(position: TribesPosition) -> Weighed:
    points = position.tribe_scores()
    free = [choose for choose in CHOOSES if choose.tribe not in position.chosen]
    return _weighed([(choose, float(points[choose.tribe])) for choose in free])


def _discards(position: TribesPosition) -> Weighed:
    """All coins that may be discarded, the own tribe's last."""
    seat = position.seat or 0
    own = position.chosen[seat]
    return sorted(
        (
            (discard, 0.2 if discard.tribe == own else 1.0)
            for discard in DISCARDS
            if position.hands[seat][discard.tribe]
        ),
        key=lambda pair: -pair[1],
    )


def _shamans(position: TribesPosition) -> Weighed:
    hand = position.hands[position.seat or 0]
    footholds = [
        (Foothold(ground, square), tribe)
        for tribe in FOUR
        if hand[tribe]
        for ground in [Ground(position, tribe)]
        for square in BOARD.squares(position.shaman_squares(tribe))
    ]
    footholds.sort(key=lambda pair: -pair[0].promise)
    gains = []
    for foothold, tribe in footholds[:LOOKED_INTO]:
        shaman = SHAMANS[tribe][foothold.square]
        coins = BOARD.squares(position.apply(shaman).coin_squares())
        gains.append((shaman, max(foothold.gain(square) for square in coins)))
    return _weighed(gains)[:SHAMANS_KEPT]


def _coins(position: TribesPosition) -> Weighed:
    tribe = position.moved
    foothold = Foothold(Ground(position, tribe), position.shamans[tribe].bit_length() - 1)
    gains = [(COINS[square], foothold.gain(square)) for square in BOARD.squares(position.coin_squares())]
    return _weighed(gains)[:COINS_KEPT]


def _weighed(gains: list[tuple[Action, float]]) -> Weighed:
    """Gains in points as weights, best first."""
    best = max((gain for _, gain in gains), default=0.0)
    weighed = [(action, exp(max(gain - best, -80.0) / SHARPNESS)) for action, gain in gains]
    return sorted(weighed, key=lambda pair: -pair[1])


def estimate(position: TribesPosition) -> Sequence[float]:
    """The chance of winning by seat: the lead in points, which weighs more the fewer coins are left."""
    points = position.scores()
    if position.seat is None:
        best = max(points)
        share = 1.0 / points.count(best)
        return [share if own == best else 0.0 for own in points]
    left = sum(map(sum, position.hands)) if position.hands else BOARD.size / 4
    scale = SWING * sqrt(left)
    best = max(points)
    odds = [exp((own - best) / scale) for own in points]
    total = sum(odds)
    return [each / total for each in odds]

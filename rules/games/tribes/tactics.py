"""What a good player looks at: the exact gain of each turn, Shaman and coin together, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp

from rules.games.tribes.actions import CHOOSES, COINS, DISCARDS, SHAMANS, Action
from rules.games.tribes.gains import Foothold, Ground
from rules.games.tribes.layout import BOARD, FOUR
from rules.games.tribes.network import chances
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import tribe_scores
from rules.searching import Careless, Skill, Walks

Weighed = list[tuple[Action, float]]

SHARPNESS = 16.0
"""A turn that gains so many points more weighs e times as much."""
LEAST = -50.0
"""Exponent of the smallest weight."""
OWN_COIN = 8.0
"""Points that a coin of the own tribe is worth to who has to discard one."""
KNOWN = 4096
"""Positions of which it is known what comes of them: a search asks again once the coin is placed."""
LOOKING_AHEAD: Mapping[int, Skill] = {3: Walks(3, hasty=0.1), 4: Walks(18)}
"""Levels that are alike at every number of seats."""
SKILLS: Mapping[int, Skill] = {1: Careless(4), 2: Careless(1.15), **LOOKING_AHEAD}
"""Levels, as `benchmarks.opponents` tells how they do against one another."""
CROWDED_SKILLS: Mapping[int, Skill] = {1: Careless(7), 2: Careless(2), **LOOKING_AHEAD}
"""Levels at three and four seats, where more is decided by the others."""

EACH_ACTION = True
"""Where a coin goes decides as much as where its Shaman does."""


def candidates(position: TribesPosition) -> Sequence[tuple[Action, float]]:
    """All turns, by what they gain at once; a Shaman's weight is that of its best coin."""
    if position.choosing:
        points = tribe_scores(position.land, position.markers, position.shamans)
        return _weighed([(choose, points[choose.tribe]) for choose in CHOOSES if choose.tribe not in position.chosen])
    if position.mid_turn:
        return _coins(position)
    turns = [(SHAMANS[each.tribe][each.square], each.best()) for each in _footholds(position)]
    return _weighed(turns) if turns else _discards(position)


def _discards(position: TribesPosition) -> Weighed:
    """All coins that may be discarded, those of the own tribe last."""
    seat = position.seat or 0
    held = [discard for discard in DISCARDS if position.hands[seat][discard.tribe]]
    return _weighed([(discard, -OWN_COIN * (discard.tribe == position.chosen[seat])) for discard in held])


def _footholds(position: TribesPosition) -> Iterator[Foothold]:
    hand = position.hands[position.seat or 0]
    for tribe in FOUR:
        if hand[tribe]:
            ground = Ground(position, tribe)
            for square in BOARD.squares(position.shaman_squares(tribe)):
                yield Foothold(ground, square)


def _coins(position: TribesPosition) -> Weighed:
    square = position.shamans[position.moved].bit_length() - 1
    foothold = Foothold(Ground(position, position.moved), square)
    return _weighed([(COINS[each], foothold.gain(each)) for each in foothold.coin_squares()])


def _weighed(gains: Sequence[tuple[Action, float]]) -> Weighed:
    """Gains in points as weights, best first."""
    best = max((gain for _, gain in gains), default=0.0)
    weighed = [(action, exp(max((gain - best) / SHARPNESS, LEAST))) for action, gain in gains]
    return sorted(weighed, key=lambda pair: -pair[1])


def estimate(position: TribesPosition) -> Sequence[float]:
    """The chance of winning by seat; where a coin is due, with the best one at first sight."""
    if position.seat is None:
        winners = position.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(position.chosen))]
    if position.choosing:
        return [1 / len(position.chosen)] * len(position.chosen)
    return estimate(position.apply(_coins(position)[0][0])) if position.mid_turn else _known(position)


@lru_cache(maxsize=KNOWN)
def _known(position: TribesPosition) -> Sequence[float]:
    return chances(position)


def skills(position: TribesPosition) -> Mapping[int, Skill]:
    """The levels below the strongest."""
    return CROWDED_SKILLS if position.chosen[2:] else SKILLS

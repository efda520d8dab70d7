"""Tactics of Tribes: the exact gain of each turn, Shaman and coin together, and the resulting chances."""

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
"""Steepness of priors: this many points more multiply a prior by e."""
LEAST = -50.0
"""Exponent of the smallest weight."""
OWN_COIN = 8.0
"""Points that a coin of the own tribe is worth when one must be discarded."""
KNOWN = 4096
"""Estimates to cache: a search asks again once the coin is placed."""
LOOKING_AHEAD: Mapping[int, Skill] = {3: Walks(3, hasty=0.1), 4: Walks(18)}
"""Levels shared by all numbers of seats."""
SKILLS: Mapping[int, Skill] = {1: Careless(4), 2: Careless(1.15), **LOOKING_AHEAD}
"""Levels for two seats, compared by `benchmarks.opponents`."""
CROWDED_SKILLS: Mapping[int, Skill] = {1: Careless(7), 2: Careless(2), **LOOKING_AHEAD}
"""Levels for three and four seats, where opponents decide more."""

EACH_ACTION = True
"""A coin's place matters as much as its Shaman's."""


def candidates(position: TribesPosition) -> Sequence[tuple[Action, float]]:
    """List all turns by immediate gain; a Shaman's weight is that of its best coin."""
    if position.choosing:
        points = tribe_scores(position.land, position.markers, position.shamans)
        return _weighed([(choose, points[choose.tribe]) for choose in CHOOSES if choose.tribe not in position.chosen])
    if position.mid_turn:
        return _coins(position)
    turns = [(SHAMANS[each.tribe][each.square], each.best()) for each in _footholds(position)]
    return _weighed(turns) if turns else _discards(position)


def _discards(position: TribesPosition) -> Weighed:
    """List all coins that may be discarded, those of the own tribe last."""
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
    """Convert gains in points into weights, best first."""
    best = max((gain for _, gain in gains), default=0.0)
    weighed = [(action, exp(max((gain - best) / SHARPNESS, LEAST))) for action, gain in gains]
    return sorted(weighed, key=lambda pair: -pair[1])


def estimate(position: TribesPosition) -> Sequence[float]:
    """Estimate the chance of winning by seat; if a coin is due, after the one with the best gain."""
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
    """Return the levels below the strongest."""
    return CROWDED_SKILLS if position.chosen[2:] else SKILLS

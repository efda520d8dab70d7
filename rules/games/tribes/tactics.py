"""What a good player looks at: the exact gain of each turn, Shaman and coin together, and how firm a lead is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, sqrt
from random import Random

from rules.games.tribes.actions import CHOOSES, COINS, DISCARDS, SHAMANS, Action
from rules.games.tribes.gains import Foothold, Ground
from rules.games.tribes.layout import BOARD, FOUR, TILE_SQUARES
from rules.games.tribes.outlook import expected
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.rollouts import played_out
from rules.games.tribes.scoring import tribe_scores
from rules.skills import Careless, Skill

Weighed = list[tuple[Action, float]]

SHARPNESS = 8.0
"""A turn that gains so many points more weighs e times as much."""
LEAST = -50.0
"""Exponent of the smallest weight."""
SWING = 12.0
"""How far, in points, a coin still to be placed may change the difference of two scores."""
LEAD = 12.0
"""A lead by so many points at the end of a game played on at random counts e times as much as none."""
SKILLS: Mapping[int, Skill] = {1: Careless(8), 2: Careless(4), 3: Careless(2), 4: Careless(0.7)}
"""Levels. Walks by the hundred bring nothing beside what a turn gains at once, which is known without them."""
CROWDED_SKILLS: Mapping[int, Skill] = {1: Careless(14), 2: Careless(4.5), 3: Careless(2), 4: Careless(0.7)}
"""Levels at three and four seats, where more is decided by the others."""

EACH_ACTION = True
"""Where a coin goes decides as much as where its Shaman does."""


def candidates(position: TribesPosition) -> Sequence[tuple[Action, float]]:
    """All turns, by what they gain at once; a Shaman's weight is that of its best coin."""
    if position.choosing:
        return _choices(position)
    if position.mid_turn:
        return _coins(position)
    return _shamans(position) or _discards(position)


def _choices(position: TribesPosition) -> Weighed:
    points = tribe_scores(position.land, position.markers, position.shamans)
    return _weighed([(choose, points[choose.tribe]) for choose in CHOOSES if choose.tribe not in position.chosen])


def _discards(position: TribesPosition) -> Weighed:
    """All coins that may be discarded, those of the own tribe last."""
    seat = position.seat or 0
    held = [discard for discard in DISCARDS if position.hands[seat][discard.tribe]]
    return _weighed([(discard, -SHARPNESS * (discard.tribe == position.chosen[seat])) for discard in held])


def _shamans(position: TribesPosition) -> Weighed:
    footholds = _footholds(position)
    return _weighed([(SHAMANS[each.tribe][each.square], each.best()) for each in footholds])


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
    """The chance of winning by seat: the lead in points, which weighs more the fewer coins are left."""
    if position.seat is None:
        return _shares(position)
    points = [0.0] * len(position.chosen) if position.choosing else expected(position)
    return _odds(points, SWING * sqrt(_left(position)))


def skills(position: TribesPosition) -> Mapping[int, Skill]:
    """The levels below the strongest."""
    return CROWDED_SKILLS if position.chosen[2:] else SKILLS


def _left(position: TribesPosition) -> int:
    """How many coins are still to be spent."""
    return sum(map(sum, position.hands)) or len(TILE_SQUARES)


def _odds(points: Sequence[float], swing: float) -> list[float]:
    """The chance of winning by seat, where so many points make a lead e times as likely to be kept."""
    best = max(points)
    odds = [exp((own - best) / swing) for own in points]
    total = sum(odds)
    return [each / total for each in odds]


def _shares(position: TribesPosition) -> list[float]:
    winners = position.winners()
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(position.chosen))]


def prospects(position: TribesPosition) -> Sequence[tuple[Action, float]]:
    """The candidates; less apart where three or four hold coins of each other's tribes.

    Who gains most at once gains little then: what somebody builds, others can still take apart.
    """
    weighed = candidates(position)
    if not position.chosen[2:] or not _are_strangers_held(position):
        return weighed
    return [(action, sqrt(weight)) for action, weight in weighed]


def _are_strangers_held(position: TribesPosition) -> bool:
    """Whether anybody has coins of a tribe that is not their own."""
    return any(sum(hand) > hand[own] for hand, own in zip(position.hands, position.chosen, strict=False))


def sample(position: TribesPosition, rng: Random) -> Sequence[float]:
    """How clearly each seat has won a game that is played on at random.

    What is expected does not see what a last coin can do to a settlement. And the lead counts, not the win alone:
    where every reply at random still wins, the one that wins by most is the one that will stand against a good reply.
    Among three or four nobody can answer all that the last turns bring, so that these are not played at random alone.
    """
    if position.seat is None or position.choosing:
        return estimate(position)
    return _odds(played_out(position, rng, careful=bool(position.chosen[2:])), LEAD)


def settled(position: TribesPosition) -> bool:
    """Whether the game is over: only then does nothing change any more."""
    return position.seat is None

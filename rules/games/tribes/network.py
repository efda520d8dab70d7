"""Neural networks that estimate each seat's chance of winning, one for each stage of the game.

Trained by `benchmarks.training_tribes` on games in which each turn is the networks' best one, with temporal
differences: the value of a position approaches that of the next one, and at the end the winner (TD(lambda), as in
Tesauro, "Temporal difference learning and TD-Gammon", 1995). The input is a view from each seat, without any move: the
seats' current possessions, and their possible gains and losses.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from operator import add, mul, sub
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rules.game import Seat
from rules.games.tribes.layout import FOUR, TILE_SQUARES
from rules.games.tribes.outlook import Outlook, outlook_of
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import settlement_scores
from rules.weights import read_weights

POINTS = 60
"""Points that a network sees as 1."""
OWN, FOREIGN = 6, 3
"""Coins that a network sees as 1: of the own tribe or in all, and of the own tribe in other hands."""
NOWHERE = -30
"""Points of the best site if a Shaman has none."""
MARGIN = 3
"""Largest lead in influence to distinguish."""
SIGHTS = 34
"""Length of a view."""
MOST_SEATS = 4


class Stand(NamedTuple):
    """A seat's points, and the points that its own Shaman could add."""

    now: int
    """Points with the board as it is."""
    lasting: int
    """Points with no Shaman on the board."""
    next: int
    """Gain on the best site open to its Shaman while the others stay."""
    best: int
    """Gain on the best site, if the other Shamans were elsewhere."""
    second: int
    """Gain on the best site that joins none of the same settlements."""
    hope: int
    """Lasting points with the best site if the Shaman will move once more, else the current points."""


def views(position: TribesPosition) -> list[list[float]]:
    """Compute a view from each seat, as `SIGHTS` numbers, of a position between two turns."""
    coins = [sum([hand[tribe] for hand in position.hands]) for tribe in FOUR]
    outlook = outlook_of(position.land, position.markers, tuple([count > 0 for count in coins]))
    scores = _scores(position, outlook)
    stands = [_stand(position, outlook, seat, scores[tribe]) for seat, tribe in enumerate(position.chosen)]
    turns = [(seat - (position.seat or 0)) % len(stands) for seat in range(len(stands))]
    return [
        [
            *_compared(stands, seat),
            *[points / POINTS for points in outlook.stakes(tribe)],
            *_coins(position, seat, coins, turns[seat]),
            *_shaman(position, seat, stands[seat], turns[seat]),
        ]
        for seat, tribe in enumerate(position.chosen)
    ]


def _scores(position: TribesPosition, outlook: Outlook) -> list[int]:
    """Compute points by tribe: lasting points, corrected where Shamans are."""
    scores = outlook.lasting
    for home in position.homes:
        if home:
            standing = settlement_scores(position.land, home, position.markers, position.shamans)
            scores = list(map(add, scores, map(sub, standing, outlook.apart(home & position.marked))))
    return scores


def _stand(position: TribesPosition, outlook: Outlook, seat: Seat, now: int) -> Stand:
    tribe = position.chosen[seat]
    lasting, sites = outlook.lasting[tribe], outlook.sites(tribe)
    home, others = position.homes[tribe], position.other_homes(tribe)
    best, joined = sites[0] if sites else (NOWHERE, 0)
    second = next((gain for gain, each in sites if not each & joined), NOWHERE)
    open_now = (gain for gain, each in sites if not each & others and each & ~home)
    hope = lasting + max(0, best) if position.hands[seat][tribe] else now
    return Stand(now, lasting, next(open_now, NOWHERE), best, second, hope)


def _compared(stands: Sequence[Stand], seat: Seat) -> Iterator[float]:
    """Yield a seat's points, and its lead over the best and over the mean of the others."""
    own = stands[seat]
    others = [stand for each, stand in enumerate(stands) if each != seat]
    counts = [(stand.now, stand.lasting, stand.hope) for stand in others]
    have = own.now, own.lasting, own.hope
    for points in (*have, own.next, own.best, own.second):
        yield points / POINTS
    for points, theirs in zip(have, zip(*counts, strict=True), strict=True):
        yield (points - max(theirs)) / POINTS
    for points, theirs in zip(have, zip(*counts, strict=True), strict=True):
        yield (points - sum(theirs) / len(theirs)) / POINTS
    yield (own.now + max(0, own.next) - max([each.now + max(0, each.next) for each in others])) / POINTS


def _coins(position: TribesPosition, seat: Seat, coins: Sequence[int], turns: int) -> Iterator[float]:
    """Yield the coins left by owner, and the number of turns before this seat's."""
    tribe, hand = position.chosen[seat], position.hands[seat]
    own, held = hand[tribe], sum(hand)
    foreign = coins[tribe] - own
    yield from (own / OWN, held / OWN, foreign / FOREIGN, (held - own) / OWN, sum(coins) / len(TILE_SQUARES))
    yield from [float(each == turns) for each in range(MOST_SEATS)]
    yield from (float(position.shamans[tribe] > 0), float(own > 0), float(foreign > 0))


def _shaman(position: TribesPosition, seat: Seat, stand: Stand, turns: int) -> Iterator[float]:
    """Yield the own Shaman's margin, and its contribution now and on the next turn, if that is the first or last."""
    tribe = position.chosen[seat]
    home = position.homes[tribe]
    strength = [(home & markers).bit_count() for markers in position.markers]
    margin = strength[tribe] + 1 - max(strength[:tribe] + strength[tribe + 1 :]) if home else 0
    brought, coming = (stand.now - stand.lasting) / POINTS, max(0, stand.next) / POINTS
    yield max(-MARGIN, min(MARGIN, margin)) / MARGIN
    yield brought
    yield brought if position.hands[seat][tribe] else 0.0
    yield coming if turns == len(position.chosen) - 1 else 0.0
    yield coming if not turns else 0.0


STAGES = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""Largest number of coins left for each network; the one before it covers fewer."""
LEAK = 0.05
"""Slope of the hidden layer's activation below 0 (leaky ReLU)."""

Vector: TypeAlias = Sequence[float]


class Network(NamedTuple):
    """Weights of one stage."""

    rows: Sequence[Vector]
    """Input weights by neuron of the hidden layer."""
    starts: Vector
    outs: Vector

    def goodness(self, view: Vector) -> float:
        """Evaluate a view as the logarithm of odds, to be shared among the seats."""
        sums = [sum(map(mul, row, view), start) for row, start in zip(self.rows, self.starts, strict=True)]
        total: float = sum(map(mul, self.outs, [each if each > 0 else LEAK * each for each in sums]))
        return total


def chances(position: TribesPosition) -> list[float]:
    """Estimate the chance of winning by seat, between two turns with coins left."""
    return told(position, networks(len(position.chosen), advanced=position.advanced))


def told(position: TribesPosition, by_stage: Sequence[Network]) -> list[float]:
    """Estimate the chance of winning by seat with these networks."""
    network = by_stage[bisect_left(STAGES, sum(map(sum, position.hands)))]
    found = [network.goodness(view) for view in views(position)]
    best = max(found)
    odds = [exp(each - best) for each in found]
    total = sum(odds)
    return [each / total for each in odds]


@cache
def networks(players: int, *, advanced: bool) -> Sequence[Network]:
    """Load the networks for this number of seats, by stage."""
    weights = read_weights(file_of(players, advanced=advanced).read_text(encoding="ascii"))
    size = len(weights) // len(STAGES)
    return [network_of(weights[first : first + size]) for first in range(0, len(weights), size)]


def file_of(players: int, *, advanced: bool) -> Path:
    """Return the path of the weights."""
    return Path(__file__).with_name(f"network-{players}-{'advanced' if advanced else 'standard'}.txt")


def network_of(weights: Vector) -> Network:
    """Parse the weights of one network: a row for each neuron, then all starts and all outs."""
    size = len(weights) // (SIGHTS + 2)
    rows, rest = weights[: size * SIGHTS], weights[size * SIGHTS :]
    return Network([rows[at : at + SIGHTS] for at in range(0, len(rows), SIGHTS)], rest[:size], rest[size:])

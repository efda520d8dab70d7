"""Each seat's chance of winning a game of Tribes, as small neural networks tell it, one for each stage of the game.

`benchmarks.training_tribes` trained them on games in which each turn is the one that they like best: what they tell
of a position is to be what they tell of the next one, as far as that goes, and in the end who won (temporal
differences, TD(lambda), as in Tesauro, "Temporal difference learning and TD-Gammon", 1995).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from math import exp
from operator import mul
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rules.games.tribes.position import TribesPosition
from rules.games.tribes.views import SIGHTS, views
from rules.weights import read_weights

STAGES = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""A network is for positions with at most so many coins left, and more than the one before it."""
LEAK = 0.05
"""What is left of a sum in the hidden layer that is below 0."""

Vector: TypeAlias = Sequence[float]


class Network(NamedTuple):
    """The weights of one stage."""

    rows: Sequence[Vector]
    """By neuron of the hidden layer, what each number of a view brings to it."""
    starts: Vector
    outs: Vector

    def goodness(self, view: Vector) -> float:
        """How good a view is, as the logarithm of odds that are to be shared among the seats."""
        sums = [sum(map(mul, row, view), start) for row, start in zip(self.rows, self.starts, strict=True)]
        total: float = sum(map(mul, self.outs, [each if each > 0 else LEAK * each for each in sums]))
        return total


def chances(position: TribesPosition) -> list[float]:
    """The chance of winning by seat, in a position between two turns with coins left."""
    return told(position, networks(len(position.chosen), advanced=position.advanced))


def told(position: TribesPosition, by_stage: Sequence[Network]) -> list[float]:
    """The same, as these networks tell it."""
    network = by_stage[bisect_left(STAGES, sum(map(sum, position.hands)))]
    found = [network.goodness(view) for view in views(position)]
    best = max(found)
    odds = [exp(each - best) for each in found]
    total = sum(odds)
    return [each / total for each in odds]


@cache
def networks(players: int, *, advanced: bool) -> Sequence[Network]:
    """The networks for a game of so many seats, by stage."""
    weights = read_weights(file_of(players, advanced=advanced).read_text(encoding="ascii"))
    size = len(weights) // len(STAGES)
    return [network_of(weights[first : first + size]) for first in range(0, len(weights), size)]


def file_of(players: int, *, advanced: bool) -> Path:
    """Where the weights are kept."""
    return Path(__file__).with_name(f"network-{players}-{'advanced' if advanced else 'standard'}.txt")


def network_of(weights: Vector) -> Network:
    """One of them: for each neuron its row, then the starts and the outs of all of them."""
    size = len(weights) // (SIGHTS + 2)
    rows, rest = weights[: size * SIGHTS], weights[size * SIGHTS :]
    return Network([rows[at : at + SIGHTS] for at in range(0, len(rows), SIGHTS)], rest[:size], rest[size:])

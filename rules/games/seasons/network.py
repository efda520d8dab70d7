"""Each seat's chance of winning before the mover throws, as a small neural network tells it.

`benchmarks.training_seasons` trained it on games against itself: what it tells of a position is to be what it tells, on
average, of the best that can be done with each throw there (temporal differences, as in Tesauro, "Temporal difference
learning and TD-Gammon", 1995). Its input is one view of each sector, all that may still matter there as one seat sees
it, so that a disc more changes one term of a sum ("efficiently updatable", as in Nasu's NNUE, 2018).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from math import exp
from operator import add, mul, sub
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rules.games.seasons.dice import HIGHEST, LOWEST
from rules.games.seasons.position import REROLLS_A_TURN
from rules.games.seasons.sectors import SECTORS, Area
from rules.weights import read_weights

Row: TypeAlias = tuple[int, ...]
"""The eye-sums in one sector, from the seat on that looks, clockwise; 0 is a free disc."""
_OF_AREA = {area: next(sector for sector in SECTORS if sector.area is area) for area in Area}


def turned(row: Row, eye: int) -> Row:
    """A row as the seat sees it that sits so many seats farther on."""
    return row[eye:] + row[:eye]


@cache
def views(players: int) -> Mapping[Area, Mapping[Row, int]]:
    """By area, the number of the view that each row is.

    Of a full sector only its owner matters, of any other one who has placed, the best eye-sum, and whose it is: an
    eye-sum that is beaten neutralises nothing. 5 is in the min area what 16 is in the max area, and the same view.
    """
    seen = {area: {row: _view(area, row) for row in _rows(area, players)} for area in Area}
    numbers = {view: number for number, view in enumerate(sorted(set(seen[Area.MAX].values())))}
    return {area: {row: numbers[view] for row, view in found.items()} for area, found in seen.items()}


def count_of_views(players: int) -> int:
    """How many views there are; both areas have the same."""
    return 1 + max(views(players)[Area.MAX].values())


def _rows(area: Area, players: int) -> list[Row]:
    """All that can stand in a sector; full ones that nobody owns are cleared at once."""
    rows = product((0, *range(LOWEST, HIGHEST + 1)), repeat=players)
    return [row for row in rows if 0 in row or _OF_AREA[area].owner(row) is not None]


def _view(area: Area, row: Row) -> tuple[int, ...]:
    if 0 not in row:
        return (_OF_AREA[area].owner(row) or 0,)
    good = [eye_sum if area is Area.MAX or not eye_sum else LOWEST + HIGHEST - eye_sum for eye_sum in row]
    best = max(good)
    return (best, *(1 if not g else 2 if g < best else 3 for g in good))


Vector: TypeAlias = Sequence[float]
"""A number for each neuron of the hidden layer."""


class Network(NamedTuple):
    """Its weights, for one number of seats and one version of the game."""

    rows: Sequence[Sequence[Vector]]
    """By sector and view, what they bring to the hidden layer."""
    bias: Vector
    outs: Sequence[Vector]
    """For each seat but the one that looks, clockwise, what the hidden layer says of it."""
    out_bias: Sequence[float]

    def hidden(self, seen: Sequence[int]) -> Vector:
        """The sum of a view of each sector."""
        total = self.bias
        for rows, view in zip(self.rows, seen, strict=True):
            total = list(map(add, total, rows[view]))
        return total

    def without(self, hidden: Vector, index: int, view: int) -> Vector:
        """The same sum without what a sector brings."""
        return list(map(sub, hidden, self.rows[index][view]))

    def having(self, hidden: Vector, index: int, view: int) -> Vector:
        """The same sum with what another view of a sector brings."""
        return list(map(add, hidden, self.rows[index][view]))

    def chances(self, hidden: Vector) -> Sequence[float]:
        """Each seat's chance of winning, from the one on that looks, clockwise."""
        active = [x if x > 0 else 0.0 for x in hidden]
        odds = [1.0] + [
            exp(bias + sum(map(mul, out, active))) for out, bias in zip(self.outs, self.out_bias, strict=True)
        ]
        total = sum(odds)
        return [each / total for each in odds]


@cache
def network(players: int, rerolls_a_turn: int) -> Network:
    """The network for a game of so many seats, with that many rerolls a turn."""
    version = next(name for name, rerolls in REROLLS_A_TURN.items() if rerolls == rerolls_a_turn)
    return read(file_of(players, version).read_text(encoding="ascii"), players)


def file_of(players: int, version: str) -> Path:
    """Where the weights are kept."""
    return Path(__file__).with_name(f"network-{players}-{version}.txt")


def read(text: str, players: int) -> Network:
    """A network as `benchmarks.training_seasons` has written it: all weights in the order of `Network`."""
    floats = read_weights(text)
    count, others = count_of_views(players), players - 1
    size = (len(floats) - others) // (len(SECTORS) * count + 1 + others)
    vectors = [floats[at : at + size] for at in range(0, len(floats) - others, size)]
    rows = [vectors[at : at + count] for at in range(0, len(SECTORS) * count, count)]
    return Network(rows, vectors[-1 - others], vectors[-others:], floats[-others:])

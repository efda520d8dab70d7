"""Neural network that estimates each seat's chance of winning before a throw.

Trained by `benchmarks.training_seasons` in games against itself with temporal differences: its value of a position
approaches the mean value of the best action for each throw (Tesauro, "Temporal difference learning and TD-Gammon",
1995). Its input is one view of each sector: everything that still matters there, as one seat sees it. So one more disc
changes one term of a sum ("efficiently updatable", as in Nasu's NNUE, 2018).
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
"""Eye-sums in one sector, clockwise from the observing seat; 0 is a free disc."""
_OF_AREA = {area: next(sector for sector in SECTORS if sector.area is area) for area in Area}


def turned(row: Row, eye: int) -> Row:
    """Rotate a row to the view of seat `eye`."""
    return row[eye:] + row[:eye]


@cache
def views(players: int) -> Mapping[Area, Mapping[Row, int]]:
    """Map the rows of a sector to numbered views, by area.

    Of a full sector only the owner matters. Of any other sector the seats that have placed, the best eye-sum and its
    seat matter: a beaten eye-sum neutralises nothing. 5 in the min area gives the same view as 16 in the max area.
    """
    seen = {area: {row: _view(area, row) for row in _rows(area, players)} for area in Area}
    numbers = {view: number for number, view in enumerate(sorted(set(seen[Area.MAX].values())))}
    return {area: {row: numbers[view] for row, view in found.items()} for area, found in seen.items()}


def count_of_views(players: int) -> int:
    """Return the number of views; both areas have the same."""
    return 1 + max(views(players)[Area.MAX].values())


def _rows(area: Area, players: int) -> list[Row]:
    """List all possible rows of a sector; a full row without an owner is cleared at once, so it is left out."""
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
    """Weights for one number of seats and one version of the game."""

    rows: Sequence[Sequence[Vector]]
    """Contributions to the hidden layer, by sector and view."""
    bias: Vector
    outs: Sequence[Vector]
    """Output weights of each seat but the observing one, clockwise."""
    out_bias: Sequence[float]

    def hidden(self, seen: Sequence[int]) -> Vector:
        """Sum the contributions of one view of each sector."""
        total = self.bias
        for rows, view in zip(self.rows, seen, strict=True):
            total = list(map(add, total, rows[view]))
        return total

    def without(self, hidden: Vector, index: int, view: int) -> Vector:
        """Subtract the contribution of a sector's view from a hidden sum."""
        return list(map(sub, hidden, self.rows[index][view]))

    def having(self, hidden: Vector, index: int, view: int) -> Vector:
        """Add the contribution of a sector's view to a hidden sum."""
        return list(map(add, hidden, self.rows[index][view]))

    def chances(self, hidden: Vector) -> Sequence[float]:
        """Compute each seat's chance of winning, clockwise from the observing seat."""
        active = [x if x > 0 else 0.0 for x in hidden]
        odds = [1.0] + [
            exp(bias + sum(map(mul, out, active))) for out, bias in zip(self.outs, self.out_bias, strict=True)
        ]
        total = sum(odds)
        return [each / total for each in odds]


@cache
def network(players: int, rerolls_a_turn: int) -> Network:
    """Load the network for this number of seats and rerolls a turn."""
    version = next(name for name, rerolls in REROLLS_A_TURN.items() if rerolls == rerolls_a_turn)
    return read(file_of(players, version).read_text(encoding="ascii"), players)


def file_of(players: int, version: str) -> Path:
    """Return the path of the weights."""
    return Path(__file__).with_name(f"network-{players}-{version}.txt")


def read(text: str, players: int) -> Network:
    """Parse the weights that `benchmarks.training_seasons` writes, in the order of `Network`."""
    floats = read_weights(text)
    count, others = count_of_views(players), players - 1
    size = (len(floats) - others) // (len(SECTORS) * count + 1 + others)
    vectors = [floats[at : at + size] for at in range(0, len(floats) - others, size)]
    rows = [vectors[at : at + count] for at in range(0, len(SECTORS) * count, count)]
    return Network(rows, vectors[-1 - others], vectors[-others:], floats[-others:])

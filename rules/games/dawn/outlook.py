"""Evaluation of positions by small neural networks, trained on games of the tree search.

Each network has one hidden layer with tanh, and a logistic output. The inputs are the numbers of squares that each
asteroid can reach by their distance, and yes-or-no facts: the bars used, the bars allowed now, the last bar if its
asteroid must still move, and the distance between the asteroids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, tanh
from operator import mul
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rules.games.dawn.actions import LENGTHS
from rules.games.dawn.position import ROUNDS, DawnPosition, choices
from rules.games.dawn.room import RINGS, ripples

FILE = Path(__file__).with_name("outlook.txt")
HIDDEN = 8
"""Size of the hidden layer."""
SQUARES = 2 * RINGS - 1
"""Number of inputs that count squares; an asteroid at rest has no ring within its steps."""
_NOTHING = (0,) * (RINGS - 1)

Row: TypeAlias = tuple[float, ...]


class Network(NamedTuple):
    """Weights of one network: the hidden layer by neuron; the output layer as bias, then by neuron."""

    starts: Row
    squares: tuple[Row, ...]
    facts: tuple[Row, ...]
    start: float
    output: Row


class Facts(NamedTuple):
    """Facts about a position besides the squares: the lengths used in this phase, and what comes next."""

    bars: int
    """Number of bars still to come, or 0 in phase 1."""
    used: frozenset[int]
    shown: int
    steps: int
    apart: int


def outlook(position: DawnPosition) -> float:
    """Estimate Nature's share from 0 to 1, with Vesta on the board and bars still to come."""
    squares, facts = seen(position)
    network, starts = _prepared(facts)
    rows = zip(starts, network.squares, strict=True)
    hidden = [tanh(sum(map(mul, weights, squares), start)) for start, weights in rows]
    return 1 / (1 + exp(-sum(map(mul, network.output, hidden), network.start)))


def seen(position: DawnPosition) -> tuple[Sequence[int], Facts]:
    """Compute the inputs of the network: numbers of squares by distance, and facts."""
    free = position.free
    placed = position.bars
    if position.ceres is None:
        squares, apart = ripples(position.vesta or 0, free, position.steps)
        squares += _NOTHING
        facts = Facts(0, frozenset([bar.length for bar in placed]), position.shown, position.steps, RINGS)
    else:
        vesta = position.vesta or 0
        squares, apart = ripples(position.ceres, free, position.steps, vesta)
        squares += ripples(vesta, free)[0][1:]
        used = frozenset([bar.length for bar in placed[ROUNDS:]])
        facts = Facts(2 * ROUNDS - len(placed), used, position.shown, position.steps, apart)
    return squares, facts


@lru_cache(maxsize=20_000)
def _prepared(facts: Facts) -> tuple[Network, Row]:
    """Return the network for these facts, and its hidden sums before the squares are added."""
    network = networks()[facts.bars]
    given = list(inputs(facts))
    return network, tuple(s + sum(map(mul, row, given)) for s, row in zip(network.starts, network.facts, strict=True))


def inputs(facts: Facts) -> Iterator[bool]:
    """Yield the facts one by one, in the order of their weights."""
    left = tuple(length for length in LENGTHS if length not in facts.used)
    allowed = choices(left, facts.shown) if facts.shown else ()
    yield from (length in facts.used for length in LENGTHS)
    yield from (length in allowed for length in LENGTHS)
    yield from (length == facts.steps for length in LENGTHS)
    yield from (ring == facts.apart for ring in range(RINGS))


@lru_cache(maxsize=1)
def networks() -> Sequence[Network]:
    """Load the networks: for phase 1, then by the number of bars still to come in phase 2."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = [tuple(map(float, line.split())) for line in lines]
    return [_network(rows[first : first + HIDDEN + 1]) for first in range(0, len(rows), HIDDEN + 1)]


def _network(rows: Sequence[Row]) -> Network:
    *hidden, (start, *output) = rows
    starts, weights = [row[0] for row in hidden], [row[1:] for row in hidden]
    squares, facts = [row[:SQUARES] for row in weights], [row[SQUARES:] for row in weights]
    return Network(tuple(starts), tuple(squares), tuple(facts), start, tuple(output))

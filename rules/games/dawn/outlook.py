"""What comes of a position, as learnt from games of the tree search: small networks over the squares around asteroids.

Each is a hidden layer of a few sums, bent by tanh, and a logistic function of their sum. What it sees are the squares
that each asteroid can reach by their distance, and facts that are so or not: which bars are used, which may be laid
now, which was the last one if its asteroid has yet to move, and how far apart the asteroids are.
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
"""How many sums a network has in its hidden layer."""
SQUARES = 2 * RINGS - 1
"""How many inputs are numbers of squares: those of who rests have no ring within its steps."""
_NOTHING = (0,) * (RINGS - 1)

Row: TypeAlias = tuple[float, ...]


class Network(NamedTuple):
    """The weights of one network: of its hidden layer by sum, of its output first for nothing and then by sum."""

    starts: Row
    squares: tuple[Row, ...]
    facts: tuple[Row, ...]
    start: float
    output: Row


class Facts(NamedTuple):
    """What is known of a position besides the squares around: the lengths used in this phase, and what comes next."""

    bars: int
    """How many are still to come, or 0 in phase 1."""
    used: frozenset[int]
    shown: int
    steps: int
    apart: int


def outlook(position: DawnPosition) -> float:
    """The expected share of Nature, from 0 to 1, in a position with Vesta on the board and bars still to come."""
    squares, facts = seen(position)
    network, starts = _prepared(facts)
    rows = zip(starts, network.squares, strict=True)
    hidden = [tanh(sum(map(mul, weights, squares), start)) for start, weights in rows]
    return 1 / (1 + exp(-sum(map(mul, network.output, hidden), network.start)))


def seen(position: DawnPosition) -> tuple[Sequence[int], Facts]:
    """What a network sees of such a position: squares by their distance, and facts."""
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
    """The network for such a position, and what its hidden sums are before any square counts."""
    network = networks()[facts.bars]
    given = list(inputs(facts))
    return network, tuple(s + sum(map(mul, row, given)) for s, row in zip(network.starts, network.facts, strict=True))


def inputs(facts: Facts) -> Iterator[bool]:
    """The facts one by one, in the order of their weights."""
    left = tuple(length for length in LENGTHS if length not in facts.used)
    allowed = choices(left, facts.shown) if facts.shown else ()
    yield from (length in facts.used for length in LENGTHS)
    yield from (length in allowed for length in LENGTHS)
    yield from (length == facts.steps for length in LENGTHS)
    yield from (ring == facts.apart for ring in range(RINGS))


@lru_cache(maxsize=1)
def networks() -> Sequence[Network]:
    """For phase 1, and by the number of bars still to come in phase 2."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = [tuple(map(float, line.split())) for line in lines]
    return [_network(rows[first : first + HIDDEN + 1]) for first in range(0, len(rows), HIDDEN + 1)]


def _network(rows: Sequence[Row]) -> Network:
    *hidden, (start, *output) = rows
    starts, weights = [row[0] for row in hidden], [row[1:] for row in hidden]
    squares, facts = [row[:SQUARES] for row in weights], [row[SQUARES:] for row in weights]
    return Network(tuple(starts), tuple(squares), tuple(facts), start, tuple(output))

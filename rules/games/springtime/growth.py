"""Layouts for the puzzle: the solution first, then nine fields grown around it, so that a perfect 27 is sure to exist.

The 27 tokens of a solution touch nowhere and are dealt into three stages, each with one token in every row and column.
Each field begins as a way that joins one token of each stage, and never takes in another. So every row, column and
field gets its one token in each stage, and the solution can be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple

from rules.games.springtime.fields import SIDE
from rules.games.springtime.puzzle import STAGES
from rules.games.springtime.squares import BOARD, COLUMNS

Stages = tuple[tuple[int, ...], ...]
"""By stage, the squares of its nine tokens, from the lowest row upwards."""

ROW_PATTERNS = tuple(
    sum(BOARD.bits[column] for column in columns)
    for columns in combinations(range(SIDE), STAGES)
    if all(right - left > 1 for left, right in pairwise(columns))
)
"""Three columns of a row, none beside another."""
APPETITES = (1, 1, 2, 3, 5)
"""How eagerly fields grow; that they differ makes small and large ones."""


class Grown(NamedTuple):
    """A layout with the proof that it can be solved."""

    rows: tuple[str, ...]
    stages: Stages


def grown(rng: Random) -> Grown:
    """Nine irregular fields, and a solution of them."""
    while True:
        stages = dealt(scattered(rng), rng)
        seeds = joined(stages, rng)
        if seeds:
            return Grown(lettered(spread(seeds, rng)), stages)


def scattered(rng: Random) -> int:
    """27 tokens, three in every row and column, none beside another."""
    while True:
        tokens = _rows_filled(0, 0, rng)
        if tokens:
            return tokens


def _rows_filled(tokens: int, row: int, rng: Random) -> int:
    """The tokens with the rows from `row` on filled as well, or 0 if that cannot be done."""
    if row == SIDE:
        return tokens
    patterns = list(ROW_PATTERNS)
    rng.shuffle(patterns)
    below = tokens >> SIDE * (row - 1) if row else 0
    for pattern in patterns:
        placed = tokens | pattern << SIDE * row
        if not pattern & below and _columns_can_be_filled(placed, SIDE - row - 1):
            filled = _rows_filled(placed, row + 1, rng)
            if filled:
                return filled
    return 0


def _columns_can_be_filled(tokens: int, rows_left: int) -> bool:
    """Whether no column holds too many tokens, or needs more than every second of the rows left can give."""
    counts = [(tokens & column).bit_count() for column in BOARD.column_masks]
    return all(STAGES - (rows_left + 1) // 2 <= count <= STAGES for count in counts)


def dealt(tokens: int, rng: Random) -> Stages:
    """The tokens dealt into stages, each with one in every row and column (there is always a way: König, 1916)."""
    stages = []
    for _ in range(STAGES):
        stage = _one_in_each_line(tokens, (), rng)
        tokens &= ~sum(BOARD.bits[square] for square in stage)
        stages.append(stage)
    return tuple(stages)


def _one_in_each_line(tokens: int, chosen: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    if len(chosen) == SIDE:
        return chosen
    squares = list(BOARD.squares(tokens & BOARD.row_masks[len(chosen)]))
    rng.shuffle(squares)
    for square in squares:
        stage = _one_in_each_line(tokens & ~COLUMNS[square], (*chosen, square), rng)
        if stage:
            return stage
    return ()


def joined(stages: Stages, rng: Random) -> list[int]:
    """Nine connected groups, each with one token of each stage; nothing where the ways block one another."""
    waiting = [sum(BOARD.bits[square] for square in stage) for stage in stages]
    free = BOARD.full & ~sum(waiting)
    groups = []
    for seed in _shuffled(waiting[0], rng):
        group = seed
        for stage in range(1, STAGES):
            way = _way(group, waiting[stage], free, rng)
            if not way:
                return []
            group |= way
            waiting[stage] &= ~way
            free &= ~way
        groups.append(group)
    return groups


def _shuffled(mask: int, rng: Random) -> list[int]:
    bits = [BOARD.bits[square] for square in BOARD.squares(mask)]
    rng.shuffle(bits)
    return bits


def _way(group: int, targets: int, free: int, rng: Random) -> int:
    """The squares of a shortest way over free squares from a group to a target, the target included, or 0."""
    layers: list[int] = []
    reached = group
    while not (edge := BOARD.spread(reached) & ~reached & (free | targets)) & targets:
        if not edge:
            return 0
        layers.append(edge)
        reached |= edge
    way = _one_of(edge & targets, rng)
    for layer in reversed(layers):
        way |= _one_of(BOARD.spread(way) & layer, rng)
    return way


def _one_of(mask: int, rng: Random) -> int:
    return BOARD.bits[rng.choice(list(BOARD.squares(mask)))]


def spread(groups: Sequence[int], rng: Random) -> list[int]:
    """The groups grown until they cover the board; each takes in squares that belong to none yet."""
    masks = list(groups)
    free = BOARD.full & ~sum(masks)
    eager = [number for number in range(SIDE) for _ in range(rng.choice(APPETITES))]
    while free:
        number = rng.choice(eager)
        border = BOARD.spread(masks[number]) & free
        if border:
            square = _one_of(border, rng)
            masks[number] |= square
            free &= ~square
    return masks


def lettered(masks: Sequence[int]) -> tuple[str, ...]:
    """The fields as a layout writes them, lettered from a in the order in which one reads the board."""
    letters: dict[int, str] = {}
    rows = []
    for row in reversed(range(SIDE)):
        own = [next(mask for mask in masks if mask & BOARD.bits[row * SIDE + column]) for column in range(SIDE)]
        rows.append("".join(letters.setdefault(mask, chr(ord("a") + len(letters))) for mask in own))
    return tuple(rows)

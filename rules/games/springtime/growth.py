"""Generator of puzzle layouts: a solution first, then nine fields grown around it, so that a perfect 27 exists.

The 27 tokens of a solution touch nowhere and are split into three stages, each with one token in every row and column.
Each field begins as a path that joins one token of each stage, and never takes in another token. So every row, column
and field gets one token in each stage, and the solution can be played.
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
"""Squares of the nine tokens of each stage, from the lowest row upwards."""

ROW_PATTERNS = tuple(
    sum(BOARD.bits[column] for column in columns)
    for columns in combinations(range(SIDE), STAGES)
    if all(right - left > 1 for left, right in pairwise(columns))
)
"""Sets of three columns of a row, none adjacent."""
APPETITES = (1, 1, 2, 3, 5)
"""Growth rates of fields; different rates make small and large fields."""


class Grown(NamedTuple):
    """A layout with a solution as proof."""

    rows: tuple[str, ...]
    stages: Stages


def grown(rng: Random) -> Grown:
    """Generate nine irregular fields with a solution."""
    while True:
        stages = dealt(scattered(rng), rng)
        seeds = joined(stages, rng)
        if seeds:
            return Grown(lettered(spread(seeds, rng)), stages)


def scattered(rng: Random) -> int:
    """Place 27 tokens, three in every row and column, none adjacent."""
    while True:
        tokens = _rows_filled(0, 0, rng)
        if tokens:
            return tokens


def _rows_filled(tokens: int, row: int, rng: Random) -> int:
    """Fill the rows from `row` on by backtracking; return all tokens, or 0 if that is impossible."""
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
    """Return whether no column holds too many tokens, or needs more than every second of the rows left."""
    counts = [(tokens & column).bit_count() for column in BOARD.column_masks]
    return all(STAGES - (rows_left + 1) // 2 <= count <= STAGES for count in counts)


def dealt(tokens: int, rng: Random) -> Stages:
    """Split the tokens into stages, each with one in every row and column (always possible: König, 1916)."""
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
    """Join one token of each stage into nine connected groups; empty if the paths block one another."""
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
    """Find a random shortest path over free squares from a group to a target, inclusive, or 0."""
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
    """Grow the groups by free squares until they cover the board."""
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
    """Format the fields as a layout, lettered from a in reading order."""
    letters: dict[int, str] = {}
    rows = []
    for row in reversed(range(SIDE)):
        own = [next(mask for mask in masks if mask & BOARD.bits[row * SIDE + column]) for column in range(SIDE)]
        rows.append("".join(letters.setdefault(mask, chr(ord("a") + len(letters))) for mask in own))
    return tuple(rows)

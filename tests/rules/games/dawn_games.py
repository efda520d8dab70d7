"""A slow and obvious reading of DAWN's rules, for tests to hold the quick one against."""

from collections.abc import Iterator
from random import Random

from rules import CHANCE
from rules.games.dawn.actions import BOARD
from rules.games.dawn.position import DawnPosition

Place = tuple[int, int]
COLUMNS, ROWS = 15, 11
EVERYWHERE = {(column, row) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)}


def random_game(seed: int) -> Iterator[DawnPosition]:
    rng = Random(seed)
    position = DawnPosition()
    while (to_act := position.current_player()) is not None:
        yield position
        actions = [a for a, _ in position.chance_outcomes()] if to_act == CHANCE else position.legal_actions()
        position = position.apply(rng.choice(actions))
    yield position


def place(square: int) -> Place:
    column, row = BOARD.place(square)
    return column + 1, row + 1


def free_places(position: DawnPosition) -> set[Place]:
    taken = {place(square) for bar in position.bars for square in BOARD.squares(bar.mask)}
    taken |= {place(square) for square in (position.vesta, position.ceres) if square is not None}
    return EVERYWHERE - taken


def within(start: Place, free: set[Place], steps: int) -> set[Place]:
    """Everywhere that can be reached in so many steps, the start included."""
    reached = {start}
    for _ in range(steps):
        reached |= {
            (column + dx, row + dy)
            for column, row in reached
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (column + dx, row + dy) in free
        }
    return reached


def slow_lengths(left: set[int], shown: int) -> set[int]:
    if shown in left or not shown:
        return {shown} if shown else left
    smaller, larger = {n for n in left if n < shown}, {n for n in left if n > shown}
    return ({max(smaller)} if smaller else set()) | ({min(larger)} if larger else set())

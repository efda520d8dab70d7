"""Rules of Seasons of the Sun as tables, for the compiled loops of its training."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.games.seasons.actions import DICE
from rules.games.seasons.dice import HIGHEST, LOWEST, OUTCOMES, REROLLED
from rules.games.seasons.network import Row, turned, views
from rules.games.seasons.sectors import SECTORS, Area

Array: TypeAlias = NDArray[Any]
SUMS = HIGHEST - LOWEST + 1
CHOICES = 7
"""Most rerolls of a throw."""


class Board(NamedTuple):
    """The rules as tables: a row is a number, from the mover on in the order of seats."""

    areas: Array
    """By sector, 0 for the max area and 1 for the min area."""
    values: Array
    open: Array
    """By row, whether the mover's disc is free."""
    after: Array
    """By area, row and eye-sum, the row after the mover's placement."""
    again: Array
    """By area, row and eye-sum, whether the mover moves once more."""
    cleared: Array
    """By area, row and eye-sum, whether the sector is neutralised."""
    seen: Array
    """By area, seat from the mover on, and row, its view."""
    turned: Array
    """By row and seat from the mover on, the row from that seat's view."""
    owners: Array
    """By area and row, the owner as a seat from the mover on, -1 for none."""
    throws: Array
    """By throw, its probability."""
    sums: Array
    """By throw, its eye-sum from 0 on."""
    rerolls: Array
    """By throw and choice, the probability of each eye-sum; rows of zeros where there are fewer choices."""


def board(players: int, rerolls_a_turn: int) -> Board:
    """Build the tables for this number of seats."""
    rows = list(product((0, *range(LOWEST, HIGHEST + 1)), repeat=players))
    number = {row: index for index, row in enumerate(rows)}
    shape = len(Area), len(rows), SUMS
    after, again, cleared = np.zeros(shape, np.int16), np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    seen = np.zeros((len(Area), players, len(rows)), np.int16)
    owners = np.full((len(Area), len(rows)), -1, np.int8)
    for area, kind in enumerate(Area):
        sector = next(sector for sector in SECTORS if sector.area is kind)
        for row in rows:
            if 0 not in row and (owner := sector.owner(row)) is not None:
                owners[area, number[row]] = owner
            for eye in range(players):
                seen[area, eye, number[row]] = views(players)[kind].get(turned(row, eye), 0)
            for index in range(SUMS if not row[0] else 0):
                filled: Row = (LOWEST + index, *row[1:])
                owner = None if 0 in filled else sector.owner(filled)
                clears = 0 not in filled and owner is None
                after[area, number[row], index] = number[(0,) * players if clears else filled]
                again[area, number[row], index] = owner == 0
                cleared[area, number[row], index] = clears
    return Board(
        np.array([list(Area).index(sector.area) for sector in SECTORS]),
        np.array([sector.value for sector in SECTORS]),
        np.array([not row[0] for row in rows]),
        after,
        again,
        cleared,
        seen,
        np.array([[number[turned(row, eye)] for eye in range(players)] for row in rows], np.int16),
        owners,
        *_dice(rerolls_a_turn),
    )


def _dice(rerolls_a_turn: int) -> tuple[Array, Array, Array]:
    throws = OUTCOMES[DICE]
    rerolls = np.zeros((len(throws), CHOICES, SUMS))
    for index, (roll, _) in enumerate(throws):
        for choice, (_, sums) in enumerate(REROLLED[roll.values] if rerolls_a_turn else ()):
            for eye_sum, probability in sums:
                rerolls[index, choice, eye_sum - LOWEST] = probability
    chances = np.array([float(probability) for _, probability in throws])
    return chances, np.array([sum(roll.values) - LOWEST for roll, _ in throws]), rerolls

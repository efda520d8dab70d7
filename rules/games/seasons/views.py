"""A sector as one seat sees it: all that may still matter of what stands there, as one small number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import TypeAlias

from rules.games.seasons.odds import HIGHEST, LOWEST
from rules.games.seasons.sectors import SECTORS, Area

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

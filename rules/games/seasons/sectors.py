"""Round board of eleven sectors, one for each year of the sunspot cycle, in their order around the sun."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Area(Enum):
    """Area of a sector: the years of many sunspots, or of few."""

    MAX = "max"
    MIN = "min"


class Sector(NamedTuple):
    """One sector: its name in the notation (`max-15`), its area and its points."""

    name: str
    area: Area
    value: int

    def owner(self, eye_sums: tuple[int, ...]) -> int | None:
        """Return the seat with the only best eye-sum of a full sector, or None if several share the best."""
        best = max(eye_sums) if self.area is Area.MAX else min(eye_sums)
        return eye_sums.index(best) if eye_sums.count(best) == 1 else None


_VALUES = {Area.MAX: (8, 10, 15, 13, 9, 5), Area.MIN: (9, 11, 17, 13, 10)}
SECTORS = tuple(Sector(f"{area.value}-{value}", area, value) for area, values in _VALUES.items() for value in values)
ALL_FREE = (1 << len(SECTORS)) - 1
"""Bits of all discs; bit n is the disc in SECTORS[n]."""

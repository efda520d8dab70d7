"""The round board: eleven sectors, one for each year of the sun spot cycle, in their order round the sun."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Area(Enum):
    """Where a sector lies: in the years of many sun spots or in those of few."""

    MAX = "max"
    MIN = "min"


class Sector(NamedTuple):
    """One sector: its name in the notation (`max-15`), the area it lies in and the points it is worth."""

    name: str
    area: Area
    value: int

    def owner(self, eye_sums: tuple[int, ...]) -> int | None:
        """The seat whose eye-sum alone is the best of a full sector, or None where several share the best."""
        best = max(eye_sums) if self.area is Area.MAX else min(eye_sums)
        return eye_sums.index(best) if eye_sums.count(best) == 1 else None


_VALUES = {Area.MAX: (8, 10, 15, 13, 9, 5), Area.MIN: (9, 11, 17, 13, 10)}
SECTORS = tuple(Sector(f"{area.value}-{value}", area, value) for area, values in _VALUES.items() for value in values)
ALL_FREE = (1 << len(SECTORS)) - 1
"""Free discs are kept as bits, bit n for SECTORS[n]."""

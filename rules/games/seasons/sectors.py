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


def _sector(name: str) -> Sector:
    area, value = name.split("-")
    return Sector(name, Area(area), int(value))


SECTORS = tuple(
    _sector(name) for name in "max-8 max-10 max-15 max-13 max-9 max-5 min-9 min-11 min-17 min-13 min-10".split()
)
ALL_FREE = (1 << len(SECTORS)) - 1
"""Free discs are kept as bits, bit n for SECTORS[n]."""

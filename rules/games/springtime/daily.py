"""The puzzle of each day: the same for everybody, from a list in which each layout stands with a proof of its 27.

The list is `daily.txt`, which `tests.puzzles` writes; after its last line it begins again.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from pathlib import Path

from rules.games.springtime.proven import Proven, at, length
from rules.json_types import Json

FILE = Path(__file__).with_name("daily.txt")
FIRST = date(2026, 1, 1)
"""The day of the first line."""


def layout_of(day: date) -> dict[str, Json]:
    """What the puzzle of a day is played on."""
    return {"fields": list(daily(day).rows)}


@lru_cache(maxsize=8)
def daily(day: date) -> Proven:
    """The puzzle of a day with its proof."""
    return at(FILE, (day - FIRST).days % length(FILE))

"""The puzzle of each day: the same for everybody, from a list in which each layout stands with a proof of its 27.

The list is `daily.txt`, which `make puzzles` writes; after its last line it begins again.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from rules.games.springtime.fields import SIDE
from rules.games.springtime.puzzle import PERFECT
from rules.json_types import Json

FILE = Path(__file__).with_name("daily.txt")
FIRST = date(2026, 1, 1)
"""The day of the first line."""
SQUARES = SIDE * SIDE
LINE = SQUARES + 1 + 2 * PERFECT + 1
"""Bytes of a line: nine rows of fields, a blank, the tokens of the proof in the order of play, the end of the line."""


class Daily(NamedTuple):
    """A layout, as its nine rows, and the squares of a perfect game on it, in the order of play."""

    rows: tuple[str, ...]
    proof: tuple[str, ...]


def layout_of(day: date) -> dict[str, Json]:
    """What the puzzle of a day is played on."""
    return {"fields": list(daily(day).rows)}


@lru_cache(maxsize=8)
def daily(day: date) -> Daily:
    """The puzzle of a day with its proof."""
    number = (day - FIRST).days % (FILE.stat().st_size // LINE)
    with FILE.open("rb") as kept:
        kept.seek(number * LINE)
        return read(kept.read(LINE).decode())


def read(line: str) -> Daily:
    """The puzzle that a line of the list holds."""
    fields, proof = line.split()
    return Daily(_parts(fields, SIDE), _parts(proof, 2))


def written(puzzle: Daily) -> str:
    """The puzzle as a line of the list."""
    return f"{''.join(puzzle.rows)} {''.join(puzzle.proof)}\n"


def _parts(text: str, length: int) -> tuple[str, ...]:
    return tuple(text[at : at + length] for at in range(0, len(text), length))

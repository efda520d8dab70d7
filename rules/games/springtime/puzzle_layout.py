"""What a puzzle is played on: the grid of a sudoku, nine fields grown around a solution, or a board of a list.

There is a list for the days, which begins again after its last line, and one for each difficulty, by the effort that
its boards cost a solver. `tests.puzzles` writes them, each layout with a proof of its 27, and measures
(`tests/puzzle_effort.py`). Records of games name the board that was drawn, so a list that games were drawn from stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from rules.errors import BadSetup
from rules.games.springtime.fields import SIDE, check_rows
from rules.games.springtime.growth import grown
from rules.games.springtime.puzzle import PERFECT
from rules.json_types import Json

LETTERS = "abcdefghi"
SUDOKU = tuple("".join(letter * 3 for letter in LETTERS[row // 3 * 3 :][:3]) for row in range(SIDE))
"""Nine fields of three by three squares, as the rule sheet proposes; a perfect 27 exists."""
ONE_SUDOKU_IN = 8
"""How many layouts are drawn, on average, for one that is the sudoku grid."""
DIFFICULTY = "difficulty"
ANY, GENTLE, TRICKY, FIENDISH = "any", "gentle", "tricky", "fiendish"
"""The values of the option; the first is any board as it comes, unmeasured."""
FILES: Mapping[str, Path] = {name: Path(__file__).with_name(f"{name}.txt") for name in (GENTLE, TRICKY, FIENDISH)}
"""By difficulty, the list of its boards."""
DAILY = Path(__file__).with_name("daily.txt")
FIRST_DAY = date(2026, 1, 1)
"""The list of the days, and the day of its first line."""
LINE = SIDE * SIDE + 1 + 2 * PERFECT + 1
"""Bytes of a line: nine rows of fields, a blank, the tokens of the proof in the order of play, the end of the line."""


def new_layout(players: int, options: Mapping[str, str], rng: Random) -> dict[str, Json]:
    """Fields for which a perfect 27 exists: of a difficulty, or any, which is the sudoku grid now and then."""
    difficulty = options.get(DIFFICULTY, ANY)
    if difficulty != ANY:
        return {"fields": list(drawn(difficulty, rng))}
    rows = grown(rng).rows if rng.randrange(ONE_SUDOKU_IN) else SUDOKU
    return {"fields": list(rows)}


def drawn(difficulty: str, rng: Random) -> tuple[str, ...]:
    """The rows of a board of that difficulty, turned and mirrored by chance."""
    file = FILES[difficulty]
    return rng.choice(looks(layout_at(file, rng.randrange(layouts_in(file))).rows))


def looks(rows: Sequence[str]) -> Sequence[tuple[str, ...]]:
    """A board in all the ways that it can be turned and mirrored, its fields lettered anew in each."""
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        found += [lettered(rows), lettered(rows[::-1])]
    return found


def lettered(rows: Sequence[str]) -> tuple[str, ...]:
    """The rows with their fields lettered from a in the order in which one reads the board."""
    order = "".join(dict.fromkeys("".join(rows)))
    names = str.maketrans(order, "".join(sorted(order)))
    return tuple(row.translate(names) for row in rows)


def check_layout(players: int, options: Mapping[str, str], layout: Mapping[str, Json]) -> None:
    """BadSetup, naming the place, unless each of the letters a to i is one connected field."""
    letters = [field.letter for field in check_rows(layout, LETTERS).fields]
    for letter in LETTERS:
        if letter not in letters:
            raise BadSetup("field-missing", letter)
        if letters.count(letter) > 1:
            raise BadSetup("field-in-parts", letter)


def daily_layout(day: date) -> dict[str, Json]:
    """What the puzzle of a day is played on."""
    return {"fields": list(daily(day).rows)}


@lru_cache(maxsize=8)
def daily(day: date) -> Proven:
    """The puzzle of a day with its proof."""
    return layout_at(DAILY, (day - FIRST_DAY).days % layouts_in(DAILY))


class Proven(NamedTuple):
    """A layout, as its nine rows, and the squares of a perfect game on it, in the order of play."""

    rows: tuple[str, ...]
    proof: tuple[str, ...]


def layouts_in(file: Path) -> int:
    """How many layouts a list has."""
    return file.stat().st_size // LINE


def layout_at(file: Path, number: int) -> Proven:
    """The layout of that number, counted from 0."""
    with file.open("rb") as kept:
        kept.seek(number * LINE)
        return read_line(kept.read(LINE).decode())


def read_line(line: str) -> Proven:
    """The layout that a line of a list holds."""
    fields, proof = line.split()
    return Proven(_parts(fields, SIDE), _parts(proof, 2))


def _parts(text: str, size: int) -> tuple[str, ...]:
    return tuple(text[start : start + size] for start in range(0, len(text), size))

"""Layouts of the puzzle: the grid of a sudoku, nine fields grown around a solution, or a board from a list.

There is a list of daily boards, which begins again after its last line, and one for each difficulty, by a solver's
effort. `tests.puzzles` writes and measures them (`tests/puzzle_effort.py`), each layout with a proof of its 27. Records
of games name the board that was drawn, so a published list must not change.
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
"""Layouts drawn, on average, for one sudoku grid."""
DIFFICULTY = "difficulty"
ANY, GENTLE, TRICKY, FIENDISH = "any", "gentle", "tricky", "fiendish"
"""Values of the option; the first allows any board, unmeasured."""
FILES: Mapping[str, Path] = {name: Path(__file__).with_name(f"{name}.txt") for name in (GENTLE, TRICKY, FIENDISH)}
"""List of boards by difficulty."""
DAILY = Path(__file__).with_name("daily.txt")
FIRST_DAY = date(2026, 1, 1)
"""List of daily boards, and the date of its first line."""
LINE = SIDE * SIDE + 1 + 2 * PERFECT + 1
"""Bytes of a line: nine rows of fields, a blank, the tokens of the proof in order of play, a line feed."""


def new_layout(players: int, options: Mapping[str, str], rng: Random) -> dict[str, Json]:
    """Draw fields with a perfect 27: of a difficulty, or any, including the sudoku grid."""
    difficulty = options.get(DIFFICULTY, ANY)
    if difficulty != ANY:
        return {"fields": list(drawn(difficulty, rng))}
    rows = grown(rng).rows if rng.randrange(ONE_SUDOKU_IN) else SUDOKU
    return {"fields": list(rows)}


def drawn(difficulty: str, rng: Random) -> tuple[str, ...]:
    """Draw a board of a difficulty, randomly rotated and mirrored."""
    file = FILES[difficulty]
    return rng.choice(looks(layout_at(file, rng.randrange(layouts_in(file))).rows))


def looks(rows: Sequence[str]) -> Sequence[tuple[str, ...]]:
    """List a board's eight rotations and reflections, each with its fields relettered."""
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        found += [lettered(rows), lettered(rows[::-1])]
    return found


def lettered(rows: Sequence[str]) -> tuple[str, ...]:
    """Reletter the fields from a in reading order."""
    order = "".join(dict.fromkeys("".join(rows)))
    names = str.maketrans(order, "".join(sorted(order)))
    return tuple(row.translate(names) for row in rows)


def check_layout(players: int, options: Mapping[str, str], layout: Mapping[str, Json]) -> None:
    """Validate that each of the letters a to i is one connected field; raise BadSetup that names the faulty place."""
    letters = [field.letter for field in check_rows(layout, LETTERS).fields]
    for letter in LETTERS:
        if letter not in letters:
            raise BadSetup("field-missing", letter)
        if letters.count(letter) > 1:
            raise BadSetup("field-in-parts", letter)


def daily_layout(day: date) -> dict[str, Json]:
    """Return the layout of a day's puzzle."""
    return {"fields": list(daily(day).rows)}


@lru_cache(maxsize=8)
def daily(day: date) -> Proven:
    """Return the puzzle of a day with its proof."""
    return layout_at(DAILY, (day - FIRST_DAY).days % layouts_in(DAILY))


class Proven(NamedTuple):
    """A layout as nine rows, and the squares of a perfect game on it, in order of play."""

    rows: tuple[str, ...]
    proof: tuple[str, ...]


def layouts_in(file: Path) -> int:
    """Count the layouts in a list."""
    return file.stat().st_size // LINE


def layout_at(file: Path, number: int) -> Proven:
    """Read the layout with this number, counted from 0."""
    with file.open("rb") as kept:
        kept.seek(number * LINE)
        return read_line(kept.read(LINE).decode())


def read_line(line: str) -> Proven:
    """Parse a line of a list."""
    fields, proof = line.split()
    return Proven(_parts(fields, SIDE), _parts(proof, 2))


def _parts(text: str, size: int) -> tuple[str, ...]:
    return tuple(text[start : start + size] for start in range(0, len(text), size))

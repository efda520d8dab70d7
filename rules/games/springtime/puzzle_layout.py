"""What a puzzle is played on: the grid of a sudoku, or nine fields grown around a solution."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from rules.errors import BadSetup
from rules.games.springtime.difficulty import ANY, OPTION, drawn
from rules.games.springtime.fields import SIDE, check_rows
from rules.games.springtime.growth import grown
from rules.json_types import Json

LETTERS = "abcdefghi"
SUDOKU = tuple("".join(letter * 3 for letter in LETTERS[row // 3 * 3 :][:3]) for row in range(SIDE))
"""Nine fields of three by three squares, as the rule sheet proposes; a perfect 27 exists."""
ONE_SUDOKU_IN = 8
"""How many layouts are drawn, on average, for one that is the sudoku grid."""


def new_layout(players: int, options: Mapping[str, str], rng: Random) -> dict[str, Json]:
    """Fields for which a perfect 27 exists: of a difficulty, or any, which is the sudoku grid now and then."""
    difficulty = options.get(OPTION, ANY)
    if difficulty != ANY:
        return {"fields": list(drawn(difficulty, rng))}
    rows = grown(rng).rows if rng.randrange(ONE_SUDOKU_IN) else SUDOKU
    return {"fields": list(rows)}


def check_layout(players: int, options: Mapping[str, str], layout: Mapping[str, Json]) -> None:
    """BadSetup, naming the place, unless each of the letters a to i is one connected field."""
    letters = [field.letter for field in check_rows(layout, LETTERS).fields]
    for letter in LETTERS:
        if letter not in letters:
            raise BadSetup("field-missing", letter)
        if letters.count(letter) > 1:
            raise BadSetup("field-in-parts", letter)

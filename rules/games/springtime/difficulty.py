"""How difficult the puzzle is: boards by the effort that they cost a solver, from a list for each difficulty.

`tests.puzzles` writes the lists, and measures (`tests/puzzle_effort.py`). Records of games name the board that was
drawn from them, so a list that games were drawn from stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from rules.games.springtime.proven import at, length

OPTION = "difficulty"
ANY, GENTLE, TRICKY, FIENDISH = "any", "gentle", "tricky", "fiendish"
"""The values of the option; the first is any board as it comes, unmeasured."""
FILES: Mapping[str, Path] = {name: Path(__file__).with_name(f"{name}.txt") for name in (GENTLE, TRICKY, FIENDISH)}
"""By difficulty, the list of its boards."""
QUARTERS = 4


def drawn(difficulty: str, rng: Random) -> tuple[str, ...]:
    """The rows of a board of that difficulty, turned and mirrored by chance."""
    file = FILES[difficulty]
    return rng.choice(looks(at(file, rng.randrange(length(file))).rows))


def looks(rows: Sequence[str]) -> Sequence[tuple[str, ...]]:
    """A board in all the ways that it can be turned and mirrored, its fields lettered anew in each."""
    found = []
    for _ in range(QUARTERS):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        found += [lettered(rows), lettered(rows[::-1])]
    return found


def lettered(rows: Sequence[str]) -> tuple[str, ...]:
    """The rows with their fields lettered from a in the order in which one reads the board."""
    order = "".join(dict.fromkeys("".join(rows)))
    names = str.maketrans(order, "".join(sorted(order)))
    return tuple(row.translate(names) for row in rows)

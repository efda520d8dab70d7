"""Generate the lists of daily puzzles and of puzzles by difficulty: `python -m tests.puzzles`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from rules.games.springtime import puzzle_layout
from rules.games.springtime.fields import fields
from rules.games.springtime.growth import grown, lettered
from rules.games.springtime.puzzle_layout import FIENDISH, FILES, GENTLE, SUDOKU, TRICKY, Proven, looks
from rules.games.springtime.squares import BOARD
from tests.puzzle_effort import BANDS, effort, solution

DAYS = 2 * 366
"""Two years go by before a puzzle comes again."""
BOARDS = 128
"""Of each difficulty; each can be turned and mirrored in eight ways."""
SEED = "sundial"
CHANGES = {GENTLE: (2, 6), TRICKY: (8, 16)}
"""By difficulty, how many squares of the sudoku grid go over to the field beside them, from and to."""
SMALLEST = 5
"""Squares that a field keeps."""


def written(layout: Proven) -> str:
    """Format the layout as a line of a list."""
    return f"{''.join(layout.rows)} {''.join(layout.proof)}\n"


def puzzles(days: int = DAYS) -> Iterator[Proven]:
    """So many layouts, each with the solution that it was grown around."""
    rng = Random(SEED)  # nothing depends on whether it can be guessed
    for _ in range(days):
        yield _grown(rng)


def boards(difficulty: str, number: int = BOARDS) -> Iterator[Proven]:
    """So many layouts whose effort is in the band of that difficulty, all different however they are turned."""
    rng = Random(f"{SEED} {difficulty}")
    found: set[tuple[str, ...]] = set()
    while len(found) < number:
        board = _grown(rng) if difficulty == FIENDISH else _changed(rng.randint(*CHANGES[difficulty]), rng)
        look = min(looks(board.rows))
        if board.proof and look not in found and BANDS[difficulty].holds(effort(board.rows)):
            found.add(look)
            yield board


def _grown(rng: Random) -> Proven:
    rows, stages = grown(rng)
    return _proven(rows, [square for stage in stages for square in stage])


def _changed(changes: int, rng: Random) -> Proven:
    rows = changed(changes, rng)
    return _proven(rows, solution(rows))


def changed(changes: int, rng: Random) -> tuple[str, ...]:
    """Return the sudoku grid after that many squares moved to the neighbouring field, with all fields connected."""
    masks = [field.mask for field in fields(SUDOKU).fields]
    while changes:
        to = rng.randrange(len(masks))
        bit = BOARD.bits[rng.choice(list(BOARD.squares(BOARD.spread(masks[to]) & ~masks[to])))]
        of = next(number for number, mask in enumerate(masks) if mask & bit)
        left = masks[of] & ~bit
        if left.bit_count() >= SMALLEST and len(list(BOARD.components(left))) == 1:
            masks[to], masks[of] = masks[to] | bit, left
            changes -= 1
    return lettered(masks)


def _proven(rows: tuple[str, ...], squares: Sequence[int]) -> Proven:
    return Proven(rows, tuple(BOARD.names[square] for square in squares))


if __name__ == "__main__":
    puzzle_layout.DAILY.write_text("".join(map(written, puzzles())), encoding="ascii")
    for difficulty, file in FILES.items():
        file.write_text("".join(map(written, boards(difficulty))), encoding="ascii")

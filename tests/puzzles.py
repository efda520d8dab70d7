"""Write the list of the puzzles of the days anew: `make puzzles`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.games.springtime.daily import FILE, Daily, written
from rules.games.springtime.growth import grown
from rules.games.springtime.squares import BOARD

DAYS = 2 * 366
"""Two years go by before a puzzle comes again."""
SEED = "sundial"


def puzzles(days: int = DAYS) -> Iterator[Daily]:
    """So many layouts, each with the solution that it was grown around."""
    rng = Random(SEED)  # nothing depends on whether it can be guessed
    for _ in range(days):
        rows, stages = grown(rng)
        yield Daily(rows, tuple(BOARD.names[square] for stage in stages for square in stage))


if __name__ == "__main__":
    FILE.write_text("".join(map(written, puzzles())), encoding="ascii")

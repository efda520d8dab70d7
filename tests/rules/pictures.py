"""The pictures that are kept: each game's board at the beginning, in the middle and at the end, drawn and in text.

`python -m tests.rules.pictures` draws them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import rules
from rules import CHANCE, AnyPosition, Game
from tests.rules.tables import Playout, Table, playouts

GOLDENS = Path(__file__).parent / "goldens"
STAGES = ("opening", "middle", "end")
SHOWN_LINES, SHOWN_COLUMNS = 12, 160
"""How much of a difference is shown: enough to know where to look."""


def drawn(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the name and expected content of each stored picture of a game."""
    playout = playouts(_table(game), 1)[0]
    last = len(playout.positions) - 1
    for stage, number in zip(STAGES, (0, last // 2, last), strict=True):
        position, before = playout.positions[number], _before_the_move(playout, number)
        yield f"{game.id}-{stage}.svg", lined(game.picture.svg(position, before))
        yield f"{game.id}-{stage}.txt", f"{game.picture.text(position, before)}\n"


def lined(svg: str) -> str:
    """Put each element of a picture on a line of its own, for readable diffs, without changing it."""
    assert "\n" not in svg, "with lines of its own it would not be kept exactly"
    return svg.replace("><", ">\n<") + "\n"


def difference(path: Path, wanted: str) -> str:
    """Return an excerpt of the difference to a file and what to do; empty if there is none."""
    kept = path.read_bytes().decode() if path.exists() else ""
    if kept == wanted:
        return ""
    lines = list(unified_diff(kept.split("\n"), wanted.split("\n"), "kept", "drawn", n=0, lineterm=""))
    shown = [line[:SHOWN_COLUMNS] for line in lines[:SHOWN_LINES]]
    more = [f"… and {len(lines) - SHOWN_LINES} lines more"] * (len(lines) > SHOWN_LINES)
    advice = "If it is to look like that now, run `python -m tests.rules.pictures` and commit what it writes."
    return "\n".join([f"{path.name} is not what is drawn.", *shown, *more, advice])


def renew() -> None:
    """Regenerate all pictures, and remove those that are no longer used."""
    GOLDENS.mkdir(exist_ok=True)
    for path in GOLDENS.iterdir():
        path.unlink()
    for game in rules.games().values():
        for name, wanted in drawn(game):
            (GOLDENS / name).write_bytes(wanted.encode())


def _table(game: Game) -> Table:
    """Return the table with the most seats, each of which has its own look."""
    return Table(game.id, game.players[-1], tuple((name, option.default) for name, option in game.options.items()))


def _before_the_move(playout: Playout, number: int) -> AnyPosition:
    """Return the position before the last turn, as pages and emails mark its changes."""
    began = (at for at in reversed(playout.positions[:number]) if at.current_player() != CHANCE and not at.mid_turn)
    return next(began, playout.positions[number])


if __name__ == "__main__":
    renew()

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
    """The name of each file that is kept of a game, and what it has to hold."""
    playout = playouts(_table(game), 1)[0]
    last = len(playout.positions) - 1
    for stage, number in zip(STAGES, (0, last // 2, last), strict=True):
        position, before = playout.positions[number], _before_the_move(playout, number)
        yield f"{game.id}-{stage}.svg", lined(game.picture.svg(position, before))
        yield f"{game.id}-{stage}.txt", f"{game.picture.text(position, before)}\n"


def lined(svg: str) -> str:
    """A picture with each element on a line of its own, so that a diff can be read; it says exactly the same."""
    assert "\n" not in svg, "with lines of its own it would not be kept exactly"
    return svg.replace("><", ">\n<") + "\n"


def difference(path: Path, wanted: str) -> str:
    """What is wrong with a file that has to hold that: nothing, or a few lines of the difference and what to do."""
    kept = path.read_bytes().decode() if path.exists() else ""
    if kept == wanted:
        return ""
    lines = list(unified_diff(kept.split("\n"), wanted.split("\n"), "kept", "drawn", n=0, lineterm=""))
    shown = [line[:SHOWN_COLUMNS] for line in lines[:SHOWN_LINES]]
    more = [f"… and {len(lines) - SHOWN_LINES} lines more"] * (len(lines) > SHOWN_LINES)
    advice = "If it is to look like that now, run `python -m tests.rules.pictures` and commit what it writes."
    return "\n".join([f"{path.name} is not what is drawn.", *shown, *more, advice])


def renew() -> None:
    """Draw all of them anew, and remove those that nothing draws any more."""
    GOLDENS.mkdir(exist_ok=True)
    for path in GOLDENS.iterdir():
        path.unlink()
    for game in rules.games().values():
        for name, wanted in drawn(game):
            (GOLDENS / name).write_bytes(wanted.encode())


def _table(game: Game) -> Table:
    """The table with the most seats, for each has a look of its own."""
    return Table(game.id, game.players[-1], tuple((name, option.default) for name, option in game.options.items()))


def _before_the_move(playout: Playout, number: int) -> AnyPosition:
    """The position in which the last turn began, as pages and mails mark what it has changed."""
    began = (at for at in reversed(playout.positions[:number]) if at.current_player() != CHANCE and not at.mid_turn)
    return next(began, playout.positions[number])


if __name__ == "__main__":
    renew()

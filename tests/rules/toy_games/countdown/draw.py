"""The pile in three ways."""

from collections.abc import Sequence

from rules.canvas import Canvas
from rules.prose import Sentence

from .position import Countdown


def svg(position: Countdown, before: Countdown | None = None) -> str:
    canvas = Canvas(220, 40, "Countdown", f"{position.stones} stones")
    for stone in range(position.stones):
        with canvas.group(str(stone + 1)):
            canvas.circle(20 + 20 * stone, 20, 8)
    return str(canvas)


def text(position: Countdown, before: Countdown | None = None) -> str:
    return "o" * position.stones or "no stones"


def describe(position: Countdown) -> Sequence[Sentence]:
    return [Sentence("{stones} stones are left.", {"stones": position.stones})]

"""The pile in three ways."""

from collections.abc import Mapping, Sequence

from rules.canvas import Canvas, Spot
from rules.prose import N_, Sentence, Translate

from .position import Countdown


def svg(position: Countdown, before: Countdown | None = None, translate: Translate = str) -> str:
    canvas = Canvas(220, 40, "Countdown", describe(position)[0].translated(translate), translate)
    for stone in range(position.stones):
        with canvas.group(str(stone + 1), Spot(20 + 20 * stone, 20)):
            canvas.circle(20 + 20 * stone, 20, 8)
    return str(canvas)


def text(position: Countdown, before: Countdown | None = None, translate: Translate = str) -> str:
    return "o" * position.stones or translate(N_("no stones"))


def describe(position: Countdown) -> Sequence[Sentence]:
    return [Sentence(N_("{stones} stones are left."), {"stones": position.stones})]


def labels(position: Countdown) -> Mapping[str, Sentence]:
    return {str(stone + 1): Sentence(N_("stone")) for stone in range(position.stones)}

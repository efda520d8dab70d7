"""A first lesson: `lesson.md`, whose sections are its steps, each with a figure; on the last one somebody moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.game import Game
from rules.teaching.cases import Case
from rules.teaching.figures import FIGURE, figure


@dataclass(frozen=True)
class LessonStep:
    """What a step is about, what there is to read, in Markdown, and the board beside it."""

    title: str
    prose: str
    board: Case


def steps_of(game: Game, lesson: str) -> Sequence[LessonStep]:
    """The steps of a lesson in order; none where there is no lesson. ValueError where a step has not one figure."""
    return [_step(game, section) for section in re.split(r"^## ", lesson, flags=re.MULTILINE)[1:]]


def _step(game: Game, section: str) -> LessonStep:
    title, _, body = section.partition("\n")
    [block] = FIGURE.findall(body)
    return LessonStep(title, FIGURE.sub("", body).strip(), figure(game, block))

"""What leads a beginner step by step: `lesson.md`, and `example.md`, a game with comments.

The sections of a lesson are its steps, each with a figure; on the last one somebody moves. The only figure of an
example is the game, in which each `say` is a sentence about the `play` that follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.game import AnyPosition, Game, Seat
from rules.play import parse_move, steps
from rules.prose import Sentence
from rules.teaching.cases import PLAY, SAY, Case
from rules.teaching.figures import FIGURE, figure


@dataclass(frozen=True)
class LessonStep:
    """What a step is about, what there is to read, in Markdown, and the board beside it."""

    title: str
    prose: str
    board: Case


def steps_of(game: Game, lesson: str) -> Sequence[LessonStep]:
    """The steps of a lesson in order; none where there is no lesson. ValueError where a step has not one figure."""
    found = []
    for section in re.split(r"^## ", lesson, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        [block] = FIGURE.findall(body)
        found.append(LessonStep(title, FIGURE.sub("", body).strip(), figure(game, block)))
    return found


@dataclass(frozen=True)
class Stop:
    """The board after a move, what was done since the stop before, by whom, and what there is to say about it."""

    position: AnyPosition
    before: AnyPosition
    told: Sequence[tuple[Seat | None, Sentence]] = ()
    comment: str = ""


def stops(example: Case) -> Sequence[Stop]:
    """Where the game begins, and where each move leads that something is said about; what was rolled belongs to it."""
    position = example.first_position()
    found, told, comment = [Stop(position, position)], list[tuple[Seat | None, Sentence]](), ""
    for step in example.steps:
        if step.keyword == SAY:
            comment = step.text
        if step.keyword != PLAY:
            continue
        actions = parse_move(position, step.text)
        for action, after in zip(actions, steps(position, actions), strict=True):
            told.append((position.current_player(), example.game.tell(position, action)))
            position = after
        if comment:
            found.append(Stop(position, found[-1].position, told, comment))
            told, comment = [], ""
    return found

"""Lessons for beginners: `lesson.md`, and `example.md`, a game with comments.

The sections of a lesson are its steps, each with a figure. On its board the reader points at one of the places that
the figure names (`point`), or else moves; in the last one they always move. The only figure of an example is the game;
each `say` in it is a comment on the next `play`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.game import AnyPosition, Game, Seat
from rules.play import parse_move, steps
from rules.prose import Sentence
from rules.teaching.cases import PLAY, POINT, SAY, Case
from rules.teaching.figures import FIGURE, figure


@dataclass(frozen=True)
class LessonStep:
    """A step's title, its prose in Markdown, its board, and the places to point at, with the answer."""

    title: str
    prose: str
    board: Case
    places: Sequence[str] = ()
    """Empty where the reader moves."""
    answer: str = ""


def steps_of(game: Game, lesson: str) -> Sequence[LessonStep]:
    """Parse the steps of a lesson, in order; raise ValueError for a step without exactly one figure."""
    found = []
    for section in re.split(r"^## ", lesson, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        [block] = FIGURE.findall(body)
        board = figure(game, block)
        places, _, answer = next((step.text for step in board.steps if step.keyword == POINT), "").partition(" = ")
        found.append(
            LessonStep(title, FIGURE.sub("", body).strip(), board, places.split(", ") if places else (), answer)
        )
    return found


@dataclass(frozen=True)
class Stop:
    """The board after a move, the actions since the previous stop with their seats, and a comment."""

    position: AnyPosition
    before: AnyPosition
    told: Sequence[tuple[Seat | None, Sentence]] = ()
    comment: str = ""


def stops(example: Case) -> Sequence[Stop]:
    """List the start of a game and the board after each commented move, with the rolls before it."""
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

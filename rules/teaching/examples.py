"""A game with comments, to be looked at move by move: `example.md`, whose only figure is the game.

Each `say` in it is a sentence about the `play` that follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.game import AnyPosition, Seat
from rules.play import parse_move, steps
from rules.prose import Sentence
from rules.teaching.cases import PLAY, SAY, Case


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

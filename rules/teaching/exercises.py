"""Exercises: each case of a game asks whether one of its moves is legal on its board, and why or why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from zlib import crc32

from rules.errors import BadNotation, IllegalAction
from rules.game import CHANCE, AnyPosition
from rules.messages import explain
from rules.play import parse_move, play, steps
from rules.prose import Sentence
from rules.teaching.cases import ACCEPT, PLAY, REFUSE, Case, cases_of


@dataclass(frozen=True)
class Exercise:
    """A move that whoever is to act on that board may play, or may not."""

    case: Case
    position: AnyPosition
    move: str
    is_legal: bool

    @property
    def may_be_a_beginning(self) -> bool:
        """Whether turns have several actions here, so that the move need not be a whole one."""
        return any(self.position.apply(action).mid_turn for action in self.position.legal_actions()[:1])

    def why(self) -> Sentence:
        """Why a move that is not legal is refused, as the game tells whoever tries it."""
        try:
            play(self.position, self.move)
        except (IllegalAction, BadNotation) as refused:
            return explain(self.case.game, refused)
        raise ValueError(f"{self.move} is legal")

    def reached(self) -> AnyPosition:
        """The board after a move that is legal, which may be the beginning of a turn."""
        *_, last = steps(self.position, parse_move(self.position, self.move))
        return last


@cache
def exercises(game_id: str) -> Sequence[Exercise]:
    """Of the game of that id, one of each case that has something to ask, in the order of the cases.

    The same one each time; half of all are legal, as far as there are such, in no order that could be guessed.
    """
    asked = list(filter(None, map(_worth_asking, cases_of(game_id))))
    lots = [crc32(questions[0].case.name.encode()) for questions in asked]
    drawn, found = sorted(lots), []
    for questions, lot in zip(asked, lots, strict=True):
        is_legal = drawn.index(lot) % 2 == 0
        wanted = [question for question in questions if question.is_legal == is_legal] or questions
        found.append(wanted[lot % len(wanted)])
    return found


def _worth_asking(case: Case) -> list[Exercise]:
    """What could be asked on a board on which the case knows a move that is not legal."""
    found = list(_questions(case))
    boards = {question.position for question in found if not question.is_legal}
    return [question for question in found if question.position in boards]


def _questions(case: Case) -> Iterator[Exercise]:
    """What could be asked about a case; what every game refuses alike teaches nothing about this one."""
    position = case.first_position()
    for step in case.steps:
        if step.keyword == REFUSE:
            move, _, code = (part.strip() for part in step.text.rpartition("="))
            if code in case.game.messages:
                yield Exercise(case, position, move, is_legal=False)
        elif step.keyword in (ACCEPT, PLAY) and position.current_player() != CHANCE:
            written = ", ".join(map(str, parse_move(position, step.text)))
            yield Exercise(case, position, written, is_legal=True)
        if step.keyword == PLAY:
            position = play(position, step.text)

"""Exercises from the cases of a game: is a move legal on a board, and why or why not?"""

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
from rules.teaching.cases import ACCEPT, EXERCISE, PLAY, REFUSE, Case, cases_of


@dataclass(frozen=True)
class Exercise:
    """A board, and a move that the seat to act may or may not play."""

    case: Case
    position: AnyPosition
    move: str
    is_legal: bool

    @property
    def may_be_a_beginning(self) -> bool:
        """Return whether turns have several actions here, so the move may be incomplete."""
        return any(self.position.apply(action).mid_turn for action in self.position.legal_actions()[:1])

    def why(self) -> Sentence:
        """Explain the refusal of an illegal move, as the game does to a player."""
        try:
            play(self.position, self.move)
        except (IllegalAction, BadNotation) as refused:
            return explain(self.case.game, refused)
        raise ValueError(f"{self.move} is legal")

    def reached(self) -> AnyPosition:
        """Return the board after a legal move, which may be the beginning of a turn."""
        *_, last = steps(self.position, parse_move(self.position, self.move))
        return last


@cache
def exercises(game_id: str) -> Sequence[Exercise]:
    """List a game's exercises, one from each suitable case, in the order of the cases.

    The choice is deterministic. Half of them are legal, if possible, in no guessable order.
    """
    cases = [case for case in cases_of(game_id) if EXERCISE not in case.header]
    asked = list(filter(None, map(_worth_asking, cases)))
    lots = [crc32(questions[0].case.name.encode()) for questions in asked]
    drawn, found = sorted(lots), []
    for questions, lot in zip(asked, lots, strict=True):
        is_legal = drawn.index(lot) % 2 == 0
        wanted = [question for question in questions if question.is_legal == is_legal] or questions
        found.append(wanted[lot % len(wanted)])
    return found


def _worth_asking(case: Case) -> list[Exercise]:
    """List the possible questions on boards with an illegal move in the case."""
    found = list(_questions(case))
    boards = {question.position for question in found if not question.is_legal}
    return [question for question in found if question.position in boards]


def _questions(case: Case) -> Iterator[Exercise]:
    """Yield the possible questions of a case, without refusals that all games share."""
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

"""Analyses: positions of games that somebody wants to learn from, thought over when no table waits for the computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import rules
from rules import AnyPosition
from rules.game import Tactics
from rules.json_types import Json
from service.core import clock
from service.core.db import session
from service.models import Analysis
from service.play.analyses import AnalysisQuestion, claim_analyses, keep, put_off, question_of
from service.work import queues
from workers.draining import drain
from workers.search.review import Reviewed, review

NAME = queues.ANALYSES
EVERY = 3.0

Look: TypeAlias = Callable[[AnyPosition, Tactics, Sequence[Any], Random], list[Reviewed]]
"""Judges the best moves of a position, and the one that was played."""


def run() -> bool:
    """Look at one position; the computer's turns get their chance before the next."""
    return run_analysis(review)


def run_analysis(look: Look) -> bool:
    """Claim the position that is due for longest and look at it; False if there is none."""
    done = drain(
        claim_analyses,
        lambda row: _answer(row, look),
        lambda row: put_off(row, clock.now()),
        now=clock.now,
        most=1,
        what=lambda row: f"the analysis of game {row.game_id} after {row.at} entries",
    )
    return done > 0


def _answer(row: Analysis, look: Look) -> None:
    question = question_of(row)
    session().rollback()
    keep(row, _answered(question, look) if question else None, clock.now())


def _answered(question: AnalysisQuestion, look: Look) -> dict[str, Json]:
    about = question.about
    played = [rules.game(about.ruleset).parse_action(action) for action in question.played]
    rng = Random(about.seed)  # noqa: S311  # the same answer if repeated
    found = look(about.position, about.tactics, played, rng)
    return {
        "seat": about.position.current_player(),
        "played": ", ".join(question.played),
        "moves": [_move_json(each) for each in found],
    }


def _move_json(move: Reviewed) -> dict[str, Json]:
    return {
        "move": ", ".join(map(str, move.actions)),
        "chances": [round(chance, 3) for chance in move.chances],
        "scores": [round(score, 1) for score in move.scores],
    }

"""Analyses of positions: game analyses and hints for players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import rules
from rules import AnyPosition
from rules.game import Tactics
from rules.json_types import Json
from service.db import clock
from service.db.engines import session
from service.models import Analysis
from service.play.analyses import AnalysisQuestion, keep, question_of
from workers.search.review import Reviewed

Look: TypeAlias = Callable[[AnyPosition, Tactics, Sequence[Any], Random], list[Reviewed]]
"""Evaluates the best moves of a position, and the one that was played."""


def answer(row: Analysis, look: Look) -> None:
    """Analyse the position of a claimed row, and store the result."""
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
        "moves": [
            {
                "move": ", ".join(map(str, move.actions)),
                "chances": [round(chance, 3) for chance in move.chances],
                "scores": [round(score, 1) for score in move.scores],
            }
            for move in found
        ],
    }

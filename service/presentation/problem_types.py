"""Explain the error codes behind the `type` of every problem (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Game
from rules.messages import MESSAGES
from service.language.errors import NotFound
from service.language.refusals import AGAINST_THE_RULES, EXPLANATIONS
from service.play.games import rulesets


@dataclass(frozen=True)
class ProblemType:
    """An error code with its meaning and advice, and the messages of the games that use it."""

    code: str
    title: str
    advice: str
    sentences: Mapping[str, str]
    """By ruleset id."""


def problem_type(code: str) -> ProblemType:
    """Look up an error code of the service or of any game; raises NotFound if it does not exist."""
    sentences = {name: game.messages[code] for name, game in rulesets().items() if code in game.messages}
    if code not in EXPLANATIONS and code not in MESSAGES and not sentences:
        raise NotFound
    known = EXPLANATIONS.get(code, AGAINST_THE_RULES)
    return ProblemType(code, MESSAGES.get(code, known.title), known.advice, sentences)


def codes_of_the_service() -> list[str]:
    """List every error code that does not come from the rules, in alphabetical order."""
    return sorted(EXPLANATIONS)


def codes_of_the_rules(game: Game) -> list[str]:
    """List the error codes with which a game refuses moves, in alphabetical order."""
    return sorted({**MESSAGES, **game.messages})

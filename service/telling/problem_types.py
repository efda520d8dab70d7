"""What the code of a problem means, for programs and for people: where the `type` of every problem leads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Game
from rules.messages import MESSAGES
from service.core.errors import NotFound
from service.core.refusals import AGAINST_THE_RULES, EXPLANATIONS
from service.play.games import rulesets


@dataclass(frozen=True)
class ProblemType:
    """A code, what it means and what to do about it; and the sentences of the games that refuse by it."""

    code: str
    title: str
    advice: str
    sentences: Mapping[str, str]
    """By the id of the game."""


def problem_type(code: str) -> ProblemType:
    """What a code of the service, of all games or of some game means; NotFound if there is no such code."""
    sentences = {name: game.messages[code] for name, game in rulesets().items() if code in game.messages}
    if code not in EXPLANATIONS and code not in MESSAGES and not sentences:
        raise NotFound
    known = EXPLANATIONS.get(code, AGAINST_THE_RULES)
    return ProblemType(code, MESSAGES.get(code, known.title), known.advice, sentences)


def codes_of_the_service() -> list[str]:
    """Every code that does not come from the rules, in alphabetical order."""
    return sorted(EXPLANATIONS)


def codes_of_the_rules(game: Game) -> list[str]:
    """The codes by which a game refuses moves, in alphabetical order."""
    return sorted({**MESSAGES, **game.messages})

"""What the codes of problems mean: where the `type` of every problem leads."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext

from rules.messages import MESSAGES
from service.actions.games import rulesets
from service.api.problems import AGAINST_THE_RULES
from service.api.resource import Resource
from service.api.schemas.ruleset import ProblemTypeSchema
from service.errors import NotFound
from service.refusals import EXPLANATIONS

blueprint = Resource("problems", "What the codes of problems mean.")


@blueprint.route("/problems/<code>")
@blueprint.open_to_all
@blueprint.refuses(404)
@blueprint.response(200, ProblemTypeSchema)
def show_problem_type(*, code: str) -> dict[str, Any]:
    """Explain the code of a problem."""
    sentences = {name: game.messages[code] for name, game in rulesets().items() if code in game.messages}
    if code not in EXPLANATIONS and code not in MESSAGES and not sentences:
        raise NotFound
    known = EXPLANATIONS.get(code, AGAINST_THE_RULES)
    return {
        "code": code,
        "title": gettext(MESSAGES.get(code, known.title)),
        "advice": gettext(known.advice),
        "rulesets": {name: gettext(sentence) for name, sentence in sentences.items()},
    }

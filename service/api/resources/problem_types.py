"""Problem types: explanations of the codes, at the address in `type` of every problem."""

from __future__ import annotations

from flask import Response, redirect, request, url_for
from marshmallow import fields

from rules.json_types import Json
from service.api.resource import Resource
from service.api.schemas.base import Shown, says
from service.language.catalogue import gettext
from service.presentation.problem_types import problem_type

blueprint = Resource("problems", "Explanations of the error codes.")


class ProblemTypeSchema(Shown):
    """The explanation of a problem's code."""

    code = fields.String(metadata={"example": "not-your-turn"})
    title = fields.String(metadata={"example": "It is not your turn."})
    advice = fields.String(
        metadata={"example": "'to_move' is the seat whose turn it is; you will be notified when it is yours."}
    )
    rulesets = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says("The message of each game that uses this code.", example={}),
    )


@blueprint.route("/problems/<code>")
@blueprint.open_to_all
@blueprint.refuses(404)
@blueprint.alt_response(303, description="For a browser: a page with the same content.", success=True)
@blueprint.response(200, ProblemTypeSchema)
def show_problem_type(*, code: str) -> dict[str, Json] | Response:
    """Explain the code of a problem."""
    known = problem_type(code)
    accepted = request.accept_mimetypes
    if accepted.quality("text/html") > accepted.quality("application/json"):
        return redirect(url_for("web.problem", code=code), 303)  # type: ignore[return-value]  # one of Werkzeug's
    return {
        "code": code,
        "title": gettext(known.title),
        "advice": gettext(known.advice),
        "rulesets": {name: gettext(sentence) for name, sentence in known.sentences.items()},
    }

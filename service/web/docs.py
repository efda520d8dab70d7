"""Pages for authors of programs: the REST API to read and to try out, and what the codes of its problems mean."""

from __future__ import annotations

from flask import Response, jsonify, render_template

import rules
from service.core.record_chain import FORMAT
from service.core.record_signatures import jwk
from service.play.games import rulesets
from service.play.record_keys import published_keys
from service.telling.problem_types import codes_of_the_rules, codes_of_the_service, problem_type
from service.telling.record_schema import schema_of_records
from service.web.frame.blueprints import pages


@pages.get("/docs")
def docs() -> str:
    """The API to read and to try out, by Swagger UI; without JavaScript, where its description is."""
    return render_template("docs.html")


@pages.get(f"/docs/{FORMAT}.schema.json")
def record_format() -> Response:
    """What records look like, as JSON Schema."""
    answer = jsonify(schema_of_records(rules.games().values()))
    answer.mimetype = "application/schema+json"
    return answer


FRESH_FOR = 300
"""Seconds."""


@pages.get("/.well-known/sundial-record-keys.json")
def record_keys() -> Response:
    """All of them as a JWK Set (RFC 7517), the one in use first."""
    answer = jsonify(keys=[jwk(key) for key in published_keys()])
    answer.mimetype = "application/jwk-set+json"
    answer.headers["Cache-Control"] = f"public, max-age={FRESH_FOR}"
    return answer


@pages.get("/problems")
def problems() -> str:
    """Every code of a problem."""
    rules = [(ruleset, codes_of_the_rules(ruleset)) for ruleset in rulesets().values()]
    return render_template("problems.html", codes=[problem_type(code) for code in codes_of_the_service()], rules=rules)


@pages.get("/problems/<code>")
def problem(code: str) -> str:
    """What the code of a problem means, and what to do about it."""
    return render_template("problem.html", problem=problem_type(code), rulesets=rulesets())

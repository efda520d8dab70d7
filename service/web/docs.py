"""Pages for authors of programs: the REST API to try out, and what the codes of its problems mean."""

from __future__ import annotations

from flask import Response, jsonify, render_template

import rules
from service.core.record_chain import FORMAT, UNCHAINED_FORMAT
from service.play.games import rulesets
from service.telling.problem_types import codes_of_the_rules, codes_of_the_service, problem_type
from service.telling.record_schema import schema_of_records
from service.web.frame.blueprints import pages


@pages.get("/docs")
def docs() -> str:
    """The description of the API, shown by Swagger UI; without JavaScript, where to find it."""
    return render_template("docs.html")


@pages.get(f"/docs/{UNCHAINED_FORMAT}.schema.json", defaults={"name": UNCHAINED_FORMAT})
@pages.get(f"/docs/{FORMAT}.schema.json", defaults={"name": FORMAT})
def record_format(name: str) -> Response:
    """What records look like, as JSON Schema."""
    answer = jsonify(schema_of_records(rules.games().values(), name))
    answer.mimetype = "application/schema+json"
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

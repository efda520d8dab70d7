"""Pages for authors of programs: the REST API to read and to try out, and what the codes of its problems mean."""

from __future__ import annotations

from flask import Response, current_app, jsonify, render_template, request
from markupsafe import Markup

import rules
from service.core.language import language
from service.core.record_chain import FORMAT
from service.play.games import rulesets
from service.telling.problem_types import codes_of_the_rules, codes_of_the_service, problem_type
from service.telling.record_schema import schema_of_records
from service.web.api_reference import Reference, reference
from service.web.frame.blueprints import pages

KEPT = "kept-docs"


@pages.get("/docs")
def docs() -> Response:
    """Every address of the API: what it takes, and what it answers."""
    return _framed("docs")


@pages.get("/docs/shapes")
def api_shapes() -> Response:
    """What is sent to the API and what it answers, by the names that its document gives them."""
    return _framed("docs_shapes")


@pages.get("/docs/webhooks")
def api_webhooks() -> Response:
    """What is sent to webhooks, by the type of the event."""
    return _framed("docs_webhooks")


@pages.get("/docs/try")
def try_out() -> str:
    """The API to try out, by Swagger UI; without JavaScript, where to read about it."""
    return render_template("docs_try.html")


@pages.get(f"/docs/{FORMAT}.schema.json")
def record_format() -> Response:
    """What records look like, as JSON Schema."""
    answer = jsonify(schema_of_records(rules.games().values()))
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


def _framed(page: str) -> Response:
    """Render a page; its costly content is kept for each language, and its frame is the reader's."""
    kept: dict[tuple[str, str, str], Markup] = current_app.extensions.setdefault(KEPT, {})
    key = page, language(), request.root_path
    if key not in kept:
        told = {"reference": _reference(), "in_html": _in_html}
        kept[key] = Markup(render_template(f"{page}_content.html", **told))  # noqa: S704  # a template's
    answer = Response(render_template(f"{page}.html", content=kept[key]))
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _reference() -> Reference:
    """What the app's OpenAPI document says, read once."""
    kept: dict[str, Reference] = current_app.extensions.setdefault(__name__, {})
    if "reference" not in kept:
        kept["reference"] = reference(current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"].document())
    return kept["reference"]


def _in_html(description: str) -> Markup:
    """A description, which is written in Markdown."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for one page

    return Markup(MarkdownIt("commonmark", {"html": False}).render(description))  # noqa: S704  # ours

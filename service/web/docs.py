"""Documentation: the site built by `make docs`, the REST API in Swagger UI, and the explanations of error codes."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from zipfile import ZipFile

from flask import Response, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

import rules
from service.language.errors import NotFound
from service.play.games import rulesets
from service.play.record_keys import published_keys
from service.presentation.problem_types import codes_of_the_rules, codes_of_the_service, problem_type
from service.presentation.record_schema import schema_of_records
from service.verification.record_chain import FORMAT
from service.verification.record_signatures import jwk
from service.web.frame.blueprints import CONTENT_SECURITY_POLICY, pages

FRESH_FOR = 300
"""Seconds."""
SITE = Path(__file__).with_name("site.zip")
"""The built site. It is served from the archive, so no path leads out of it."""
SOURCE = Path(__file__).parents[2] / "docs"
"""Its Markdown, in a checkout."""
SCRIPTS = (
    "'sha256-ySvT2PEZeueHGC1y2crNuNTfphBynFPP7i+U21fEgX0='",  # sets the theme that the reader chose
    "'sha256-Gke5bo3Lgoj0gtCNed5h2loaTjz9BQ8yOm9xoghqLfw='",  # folds the list of paths
)
STYLES = (
    "'sha256-XWNpikcIxBYLwa+33Jaxv/CNbA81IPMijMNljM4Yapo='",  # colours of code
    "'unsafe-hashes'",  # so that hashes hold for attributes, too
    "'sha256-biLFinpqYMtWHmXfkA1BPeCY0/fNt46SAZ+BBk5YUog='",  # display: none;
    "'sha256-83NYGez0F0LlY/TNwRZh3Un4QbaPeFy2ne6VkVku4a4='",  # opacity: 50%
)
"""The hashes of inline styles and scripts of Furo, the site's theme."""
SITE_POLICY = CONTENT_SECURITY_POLICY.replace("script-src", f"script-src {' '.join(SCRIPTS)}").replace(
    "style-src", f"style-src {' '.join(STYLES)}"
)


@pages.get("/docs")
def docs_without_slash() -> Redirect:
    """Redirect to the documentation's folder, because its links are relative."""
    return redirect(url_for("web.docs"), 303)


@pages.get("/docs/")
@pages.get("/docs/<path:name>")
def docs(name: str = "index.html") -> Response | str:
    """Serve a file of the built documentation; unbuilt, serve its Markdown or list it. Raises NotFound."""
    site: Path = current_app.config["DOCUMENTATION"]
    if site.is_file():
        return _of_the_site(site, name)
    sources = {path.relative_to(SOURCE).as_posix(): path for path in SOURCE.rglob("*.md")}
    if name == "index.html":
        return render_template("docs_source.html", names=sorted(sources))
    if name not in sources:
        raise NotFound
    return Response(sources[name].read_text(encoding="utf-8"), mimetype="text/plain")


def _of_the_site(site: Path, name: str) -> Response:
    with ZipFile(site) as files:
        if name not in files.namelist() or name.endswith("/"):
            raise NotFound
        content, checksum = files.read(name), files.getinfo(name).CRC
    is_source = name.startswith("_downloads/")
    answer = Response(content, mimetype="text/plain" if is_source else guess_type(name)[0])
    answer.headers["Content-Security-Policy"] = SITE_POLICY
    answer.headers["Cache-Control"] = f"public, max-age={FRESH_FOR}"
    answer.set_etag(f"{checksum:08x}")
    answer.make_conditional(request)
    return answer


@pages.get("/docs/try")
def try_api() -> str:
    """Show the API in Swagger UI; without JavaScript, link to its description."""
    return render_template("docs.html")


@pages.get(f"/docs/{FORMAT}.schema.json")
def record_format() -> Response:
    """Serve the JSON Schema of records."""
    answer = jsonify(schema_of_records(rules.games().values()))
    answer.mimetype = "application/schema+json"
    return answer


@pages.get("/.well-known/sundial-record-keys.json")
def record_keys() -> Response:
    """Serve all record signing keys as a JWK Set (RFC 7517), the current one first."""
    answer = jsonify(keys=[jwk(key) for key in published_keys()])
    answer.mimetype = "application/jwk-set+json"
    answer.headers["Cache-Control"] = f"public, max-age={FRESH_FOR}"
    return answer


@pages.get("/problems")
def problems() -> str:
    """List every error code."""
    rules = [(ruleset, codes_of_the_rules(ruleset)) for ruleset in rulesets().values()]
    return render_template("problems.html", codes=[problem_type(code) for code in codes_of_the_service()], rules=rules)


@pages.get("/problems/<code>")
def problem(code: str) -> str:
    """Explain an error code and what to do about it."""
    return render_template("problem.html", problem=problem_type(code), rulesets=rulesets())

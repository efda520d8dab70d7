"""Files for the browser, served under an address that changes with their content, so that they may be kept for ever."""

from __future__ import annotations

import hashlib
import json
from functools import cache, lru_cache
from mimetypes import guess_type
from pathlib import Path

import flask_swagger_ui
from flask import Response, has_request_context, request, url_for

from service.core.errors import NotFound
from service.pictures.night import night_sheet
from service.web.frame.blueprints import A_YEAR, pages

GROUND = "#f3eee3"
"""That of page.css."""
A_DAY = 24 * 3600
FOLDER = Path(__file__).parent / "static"
SWAGGER_UI = Path(flask_swagger_ui.__file__).parent / "dist"
NIGHT = "night.css"
FOREIGN = ("swagger-ui-bundle.js", "swagger-ui.css")
"""What we serve of the package that brings Swagger UI."""
OPEN = ("/$", "/rules", "/help", "/today", "/docs", "/problems", "/security", "/.well-known/", "/static/")
ROBOTS = "".join(["User-agent: *\n", *(f"Allow: {path}\n" for path in OPEN), "Disallow: /\n"])


@cache
def fingerprint(name: str) -> str:
    """A short hash of the file's bytes; NotFound if there is no such file of ours."""
    return hashlib.sha256(_content(name)).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a file for the browser."""
    return _address(mounted_at(), name)


def mounted_at() -> str | None:
    """Below which path the request under way has found us; None outside of requests."""
    return request.root_path if has_request_context() else None


@lru_cache
def _address(_mounted_at: str | None, name: str) -> str:
    return url_for("web.static_file", version=fingerprint(name), name=name)


@pages.get("/static/<version>/<name>")
def static_file(version: str, name: str) -> Response:
    """The file, to be kept for a year if the address is that of its present content."""
    is_current = fingerprint(name) == version
    return _file(name, f"public, max-age={A_YEAR}, immutable" if is_current else "no-cache")


@pages.get("/favicon.ico")
def favicon() -> Response:
    """The sundial, for browsers that ask without being told."""
    return _file("sundial.svg", f"public, max-age={A_DAY}")


@pages.get("/robots.txt")
def robots() -> Response:
    """What search engines may look at: what Sundial is and how to play, nobody's games."""
    return Response(ROBOTS, mimetype="text/plain")


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a telephone needs to know to keep us beside its apps."""
    icon = {"src": asset("sundial.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    told = {
        "name": "Sundial",
        "short_name": "Sundial",
        "start_url": url_for("web.home"),
        "scope": url_for("web.home"),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [icon],
    }
    return Response(json.dumps(told), mimetype="application/manifest+json")


def _content(name: str) -> bytes:
    if name == NIGHT:
        return night_sheet().encode()
    if name not in FOREIGN and name not in {path.name for path in FOLDER.iterdir()}:
        raise NotFound
    return ((SWAGGER_UI if name in FOREIGN else FOLDER) / name).read_bytes()


def _file(name: str, kept: str) -> Response:
    answer = Response(_content(name), mimetype=guess_type(name)[0])
    answer.headers["Cache-Control"] = kept
    answer.set_etag(fingerprint(name))
    answer.make_conditional(request)
    return answer

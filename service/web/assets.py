"""Static files, served under addresses with a content hash so that browsers may cache them forever."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from mimetypes import guess_type
from pathlib import Path

import flask_swagger_ui
from flask import Response, has_request_context, request, url_for

from service.language.errors import NotFound
from service.pictures.night import night_sheet
from service.web.frame.blueprints import A_YEAR, pages

GROUND = "#f3eee3"
"""The background colour of page.css."""
A_DAY = 24 * 3600
FOLDER = Path(__file__).parent / "static"
SWAGGER_UI = Path(flask_swagger_ui.__file__).parent / "dist"
NIGHT = "night.css"
FOREIGN = ("swagger-ui-bundle.js", "swagger-ui.css")
"""The files that we serve from the Swagger UI package."""
OPEN = (
    "/$",
    "/rules",
    "/help",
    "/today",
    "/docs",
    "/problems",
    "/security",
    "/privacy",
    "/terms",
    "/imprint",
    "/.well-known/",
    "/static/",
)
ROBOTS = "".join(["User-agent: *\n", *(f"Allow: {path}\n" for path in OPEN), "Disallow: /\n"])


@cache
def fingerprint(name: str) -> str:
    """Hash the file's content to a short hexadecimal string; raises NotFound if it is no file of ours."""
    return hashlib.sha256(_content(name)).hexdigest()[:12]


def asset(name: str) -> str:
    """Return the address of a static file."""
    return _address(mounted_at(), name)


def mounted_at() -> str | None:
    """Return the path under which the current request found the app; None outside of requests."""
    return request.root_path if has_request_context() else None


@lru_cache
def _address(_mounted_at: str | None, name: str) -> str:
    return url_for("web.static_file", version=fingerprint(name), name=name)


@pages.get("/static/<version>/<name>")
def static_file(version: str, name: str) -> Response:
    """Serve a static file; browsers may cache it for a year if the address has its current hash."""
    is_current = fingerprint(name) == version
    return _file(name, f"public, max-age={A_YEAR}, immutable" if is_current else "no-cache")


@pages.get("/favicon.ico")
def favicon() -> Response:
    """Serve the icon to browsers that request it unprompted."""
    return _file("sundial.svg", f"public, max-age={A_DAY}")


@pages.get("/apple-touch-icon.png")
def touch_icon() -> Response:
    """Serve the icon to iPhones, which request it unprompted, and for notifications."""
    return _file("icon-apple.png", f"public, max-age={A_DAY}")


@pages.get("/robots.txt")
def robots() -> Response:
    """Serve the rules for search engines: they may index the public pages, but no games."""
    return Response(ROBOTS, mimetype="text/plain")


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

"""Files for the browser, served under an address that changes with their content, so that they may be kept for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import Response, send_from_directory, url_for

from service.errors import NotFound
from service.web.blueprints import A_YEAR, pages

FOLDER = Path(__file__).parent / "static"
ROBOTS = "User-agent: *\nAllow: /$\nAllow: /rules\nAllow: /help\nAllow: /static/\nDisallow: /\n"


@cache
def fingerprint(name: str) -> str:
    """A short hash of the file's bytes; NotFound if there is no such file of ours."""
    if name not in {path.name for path in FOLDER.iterdir()}:
        raise NotFound
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a file for the browser."""
    return url_for("web.static_file", version=fingerprint(name), name=name)


@pages.get("/static/<version>/<name>")
def static_file(version: str, name: str) -> Response:
    """The file, to be kept for a year if the address is that of its present content."""
    is_current = fingerprint(name) == version
    response = send_from_directory(FOLDER, name, max_age=A_YEAR if is_current else 0)
    response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable" if is_current else "no-cache"
    return response


@pages.get("/favicon.ico")
def favicon() -> Response:
    """The sundial, for browsers that ask without being told."""
    return send_from_directory(FOLDER, "sundial.svg", max_age=A_YEAR)


@pages.get("/robots.txt")
def robots() -> Response:
    """What search engines may look at: what Sundial is and how to play, nobody's games."""
    return Response(ROBOTS, mimetype="text/plain")

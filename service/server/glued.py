"""Strip trailing punctuation and invisible characters from pasted links before they are looked up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask

from service.telemetry.redaction import LINKS

LINK = re.compile(rf"/(?:{LINKS})/.")
BELONGS = re.compile(rf"/(?:{LINKS})/[A-Za-z0-9./-]*[A-Za-z0-9]")
"""The characters of such a path, and its last one: within its token at the earliest."""


def init_app(app: Flask) -> None:
    """Wrap the WSGI app so that it gets links in their original form."""
    answer = app.wsgi_app

    def unglued(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path: str = environ["PATH_INFO"]
        if LINK.match(path):
            environ["PATH_INFO"] = _cut(path)
        return answer(environ, start)

    app.wsgi_app = unglued  # type: ignore[assignment, method-assign]  # a PEP 3333 application


def _cut(path: str) -> str:
    """Cut a path after its link and drop invisible characters; PEP 3333 has it in latin-1."""
    text = path.encode("latin-1").decode(errors="replace")
    seen = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    found = BELONGS.match(seen)
    return found[0] if found else path

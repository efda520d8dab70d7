"""Contacts for vulnerability reports: a page for people, and security.txt (RFC 9116)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from flask import Response, render_template, url_for

from service.config.settings import settings
from service.db import clock
from service.language.catalogue import SOURCE
from service.web.frame.blueprints import pages

FRESH_FOR = timedelta(days=180)
"""Less than the year that RFC 9116, 2.5.5 recommends; counted from each request, so it never expires."""
A_DAY = 24 * 3600


@pages.get("/security")
def security() -> str:
    """Show whom to report vulnerabilities to, what may be tested, and what to expect."""
    return render_template("security.html", contacts=settings().security_contacts)


@pages.get("/.well-known/security.txt")
def security_txt() -> Response:
    """Serve security.txt (RFC 9116)."""
    answer = Response("".join(f"{line}\n" for line in _lines(clock.now())), mimetype="text/plain")
    answer.headers["Cache-Control"] = f"public, max-age={A_DAY}"
    return answer


def _lines(now: datetime) -> Iterator[str]:
    """Yield the fields; fields with our address only if it is https, as the RFC requires (2.5.2, 2.5.7)."""
    yield from (f"Contact: {contact}" for contact in settings().security_contacts)
    yield f"Expires: {now + FRESH_FOR:%Y-%m-%dT00:00:00Z}"
    yield f"Preferred-Languages: {SOURCE}"
    base = settings().public_url
    if base.startswith("https:"):
        yield f"Canonical: {base}{url_for('web.security_txt')}"
        yield f"Policy: {base}{url_for('web.security')}"

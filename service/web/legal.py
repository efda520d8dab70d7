"""Privacy, terms and imprint: the operator's own text, or what Sundial can say about itself."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta

from flask import render_template

from service.config.settings import settings
from service.jobs.forgetting import rules
from service.language.catalogue import gettext
from service.presentation.legal import TITLES, linked, published
from service.web.frame.blueprints import pages
from service.web.guides import as_html

pages.app_template_global("legal_pages")(linked)


@pages.get("/privacy", defaults={"name": "privacy"})
@pages.get("/terms", defaults={"name": "terms"})
@pages.get("/imprint", defaults={"name": "imprint"})
def legal(name: str) -> str:
    """Show one of the operator's pages; without their text, what is kept and for how long, or that there is none."""
    text = published(name)
    return render_template(
        "legal.html",
        name=name,
        heading=gettext(TITLES[name]),
        text=None if text is None else as_html(text),
        kept=_kept(),
        contacts=settings().security_contacts,
    )


def _kept() -> list[tuple[timedelta, list[str]]]:
    """List what is deleted after how long, soonest first."""
    found = defaultdict[timedelta, list[str]](list)
    for rule in rules():
        found[rule.after].append(gettext(rule.what))
    return sorted(found.items())

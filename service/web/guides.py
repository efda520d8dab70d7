"""How to play each game, and how playing here works."""

from __future__ import annotations

from functools import cache

from flask import render_template
from markupsafe import Markup

from service.core.language import language
from service.play.games import ruleset_named, rulesets
from service.post.links import desk_address
from service.web.frame.blueprints import pages


@pages.get("/rules")
def all_rules() -> str:
    """Every game that is offered here."""
    return render_template("rules.html", rulesets=rulesets())


@pages.get("/rules/<name>")
def guide(name: str) -> str:
    """The guide of one game."""
    ruleset = ruleset_named(name)
    return render_template("guide.html", ruleset=ruleset, guide=_as_html(ruleset.guide_in(language())))


@pages.get("/help")
def help_page() -> str:
    """How playing by mail and by links works, whose games these are, and how the dice can be checked."""
    return render_template("help.html", rulesets=rulesets(), desk=desk_address())


@cache
def _as_html(guide: str) -> Markup:
    """The guide without its title, which stands on the page already."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for one page

    lines = guide.splitlines()
    body = lines[1:] if lines and lines[0].startswith("# ") else lines
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render("\n".join(body)))  # noqa: S704  # ours

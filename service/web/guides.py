"""How to play each game, and how playing here works."""

from __future__ import annotations

from flask import render_template

from service.play.games import ruleset_named, rulesets
from service.post.links import desk_address
from service.web.frame.blueprints import pages
from service.web.prose import guide_as_html


@pages.get("/rules")
def all_rules() -> str:
    """Every game that is offered here."""
    return render_template("rules.html", rulesets=rulesets())


@pages.get("/rules/<name>")
def guide(name: str) -> str:
    """The guide of one game."""
    ruleset = ruleset_named(name)
    return render_template("guide.html", ruleset=ruleset, guide=guide_as_html(name))


@pages.get("/help")
def help_page() -> str:
    """How playing by mail and by links works, whose games these are, and how the dice can be checked."""
    return render_template("help.html", rulesets=rulesets(), desk=desk_address())

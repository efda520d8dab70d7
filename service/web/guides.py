"""Rules of each game and the help page: our Markdown rendered as HTML, its figures as pictures."""

from __future__ import annotations

import re
from functools import cache

from flask import get_template_attribute, render_template, url_for
from markupsafe import Markup

from rules.teaching.figures import FIGURE
from service.language.catalogue import language
from service.notifications.links import general_address
from service.play.games import ruleset_named, rulesets
from service.web.frame.blueprints import pages
from service.web.images import figure_of

FOCUSABLE = '<pre tabindex="0">'
"""Makes code blocks focusable, so that the arrow keys scroll lines wider than a phone."""
SHORT, UNBROKEN = re.compile(r"<code>(?=[^<]{1,20}</code>)"), '<code class="word">'
"""Marks short code that should not wrap unless the screen is too narrow."""


@pages.get("/rules")
def all_rules() -> str:
    """List every game that is offered."""
    return render_template("rules.html", rulesets=rulesets())


@pages.get("/rules/<name>")
def guide(name: str) -> str:
    """Show the rules of one game."""
    ruleset = ruleset_named(name)
    return render_template("guide.html", ruleset=ruleset, guide=_guide(name, language()))


@pages.get("/help")
def help_page() -> str:
    """Explain playing by email and links, who runs the service, and how to verify the dice."""
    return render_template("help.html", rulesets=rulesets(), desk=general_address())


def as_html(prose: str) -> Markup:
    """Render our Markdown without figures."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for few pages

    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(prose)
    return Markup(SHORT.sub(UNBROKEN, html.replace("<pre>", FOCUSABLE)))  # noqa: S704  # ours


def without_title(prose: str) -> str:
    """Remove the first line, which the page already shows."""
    return prose.partition("\n")[2]


@cache
def _guide(name: str, tongue: str) -> Markup:
    """Render the rules of a game with figures, without the title that the page already shows."""
    first, *others = FIGURE.split(without_title(ruleset_named(name).guide_in(tongue)))[::2]
    parts, drawn = [as_html(first)], get_template_attribute("boards.html", "figure_img")
    for number, prose in enumerate(others, start=1):
        figure = figure_of(name, number)
        src = url_for("web.guide_figure", name=name, number=number, v=figure.mark)
        parts += [drawn(figure, src), as_html(prose)]
    return Markup("\n").join(parts)

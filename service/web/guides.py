"""How to play each game, and how playing here works: Markdown of ours as HTML, its figures as pictures."""

from __future__ import annotations

import re
from functools import cache

from flask import get_template_attribute, render_template, url_for
from markupsafe import Markup

from rules.teaching.figures import FIGURE
from service.core.language import language
from service.play.games import ruleset_named, rulesets
from service.post.links import desk_address
from service.web.frame.blueprints import pages
from service.web.images import figure_of

FOCUSABLE = '<pre tabindex="0">'
"""Where lines are longer than a telephone is wide, the arrow keys move them."""
SHORT, UNBROKEN = re.compile(r"<code>(?=[^<]{1,20}</code>)"), '<code class="word">'
"""What somebody is to write, in which no line ends unless a telephone is too narrow for it."""


@pages.get("/rules")
def all_rules() -> str:
    """Every game that is offered here."""
    return render_template("rules.html", rulesets=rulesets())


@pages.get("/rules/<name>")
def guide(name: str) -> str:
    """The guide of one game."""
    ruleset = ruleset_named(name)
    return render_template("guide.html", ruleset=ruleset, guide=_guide(name, language()))


@pages.get("/help")
def help_page() -> str:
    """How playing by mail and by links works, whose games these are, and how the dice can be checked."""
    return render_template("help.html", rulesets=rulesets(), desk=desk_address())


def as_html(prose: str) -> Markup:
    """Markdown of ours, without figures."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for few pages

    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(prose)
    return Markup(SHORT.sub(UNBROKEN, html.replace("<pre>", FOCUSABLE)))  # noqa: S704  # ours


def without_title(prose: str) -> str:
    """The prose without its first line, which stands on the page already."""
    return prose.partition("\n")[2]


@cache
def _guide(name: str, tongue: str) -> Markup:
    """The guide to the game of that id, without its title, which stands on the page."""
    first, *others = FIGURE.split(without_title(ruleset_named(name).guide_in(tongue)))[::2]
    parts, drawn = [as_html(first)], get_template_attribute("boards.html", "figure_img")
    for number, prose in enumerate(others, start=1):
        figure = figure_of(name, number)
        src = url_for("web.guide_figure", name=name, number=number, v=figure.mark)
        parts += [drawn(figure, src), as_html(prose)]
    return Markup("\n").join(parts)

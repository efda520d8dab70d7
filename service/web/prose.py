"""Markdown of ours as HTML, its figures as pictures."""

from __future__ import annotations

import re
from functools import cache

from flask import get_template_attribute, url_for
from markupsafe import Markup

from rules.teaching.figures import FIGURE
from service.core.language import language
from service.play.games import ruleset_named
from service.web.figures import figure_of

FOCUSABLE = '<pre tabindex="0">'
"""Where lines are longer than a telephone is wide, the arrow keys move them."""
SHORT, UNBROKEN = re.compile(r"<code>(?=[^<]{1,20}</code>)"), '<code class="word">'
"""What somebody is to write, in which no line ends unless a telephone is too narrow for it."""


def guide_as_html(name: str) -> Markup:
    """The guide to the game of that id in the reader's language, without its title, which stands on the page."""
    return _guide(name, language())


def as_html(prose: str) -> Markup:
    """Any other Markdown of ours, without figures."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for few pages

    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(prose)
    return Markup(SHORT.sub(UNBROKEN, html.replace("<pre>", FOCUSABLE)))  # noqa: S704  # ours


def without_title(prose: str) -> str:
    """The prose without its first line, which stands on the page already."""
    return prose.partition("\n")[2]


@cache
def _guide(name: str, tongue: str) -> Markup:
    first, *others = FIGURE.split(without_title(ruleset_named(name).guide_in(tongue)))[::2]
    parts = [as_html(first)]
    for number, prose in enumerate(others, start=1):
        parts += [_figure(name, number), as_html(prose)]
    return Markup("\n").join(parts)


def _figure(name: str, number: int) -> Markup:
    figure = figure_of(name, number)
    src = url_for("web.guide_figure", name=name, number=number, v=figure.mark)
    drawn: Markup = get_template_attribute("boards.html", "figure_img")(figure, src)
    return drawn

"""The guide to a game in a mail: its words, and its figures drawn in letters."""

from __future__ import annotations

import re

from markupsafe import Markup

import rules
from rules.guides import ENGLISH
from rules.teaching.figures import with_text_boards
from service.core.language import gettext, language
from service.post import links

MOVES = "moves"
"""The section on how to write a move; any other name stands for the whole guide."""
_SECTION = re.compile(r"^## ", re.MULTILINE)
_ABOUT_MOVES = re.compile(r"(?:how to write a|writing a) move", re.IGNORECASE)
_STYLES = {
    "pre": "overflow-x:auto;font-family:Menlo,Consolas,monospace;font-size:12px;line-height:1.25;",
    "h2": "font-size:19px;margin:20px 0 6px;",
    "h3": "font-size:16px;margin:16px 0 4px;",
    "td": "padding:2px 10px 2px 0;vertical-align:top;",
}


def guide_told(ruleset: str, section: str) -> dict[str, object]:
    """The guide as text and as HTML without its title, and where it stands with pictures."""
    game = rules.game(ruleset)
    prose = game.guide_in(language()).partition("\n")[2]
    if section == MOVES:
        prose = _section(prose, _place_of_moves(game))
    told = with_text_boards(game, prose, gettext).strip()
    return {"guide_text": told, "guide_html": _html(told), "guide_link": links.guide_link(ruleset)}


def no_guide() -> dict[str, object]:
    """In place of one."""
    return {"guide_text": "", "guide_html": ""}


def _place_of_moves(game: rules.Game) -> int:
    """Which section it is: guides in all languages have the same ones."""
    sections = _SECTION.split(game.guide_in(ENGLISH))
    return next((place for place, each in enumerate(sections) if _ABOUT_MOVES.match(each)), 0)


def _section(prose: str, place: int) -> str:
    sections = _SECTION.split(prose)
    return f"## {sections[place]}" if 0 < place < len(sections) else prose


def _html(prose: str) -> Markup:
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for few mails

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(prose)
    for tag, style in _STYLES.items():
        html = html.replace(f"<{tag}>", f'<{tag} style="{style}">')
    return Markup(html)  # noqa: S704  # ours

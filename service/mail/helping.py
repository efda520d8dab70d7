"""Content of the answers to `help`: the commands for each place, and a game's guide with its figures as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from markupsafe import Markup

import rules
from rules.game import ENGLISH
from rules.prose import N_
from rules.teaching.figures import with_text_boards
from service.beacon.promises import offered
from service.language.catalogue import gettext, language
from service.mail.command_table import Command, Help, Scope
from service.mail.vocabulary import as_written
from service.notifications import links

_SECTION = re.compile(r"^## ", re.MULTILINE)
_ABOUT_MOVES = re.compile(r"(?:how to write a|writing a) move", re.IGNORECASE)
_BOARD = re.compile(r"^```\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_STYLES = {
    "pre": "overflow-x:auto;font-family:Menlo,Consolas,monospace;font-size:12px;line-height:1.25;",
    "h2": "font-size:19px;margin:20px 0 6px;",
    "h3": "font-size:16px;margin:16px 0 4px;",
    "td": "padding:2px 10px 2px 0;vertical-align:top;",
}


AT_TURN = [each for command in Command for each in command.value.help if Scope.GAME in each.at & command.value.scope]
"""Lines of help for replies to an email about a turn, besides moves."""
AT_GENERAL = [
    each for command in Command for each in command.value.help if Scope.GENERAL in each.at & command.value.scope
]
"""Lines of help for the general address."""
FIRST_STEPS = (
    Help("new siesta level1", N_("start a game against the computer right away")),
    Help("new seasons friend@example.net", N_("invite a friend to a game")),
    Help("help siesta", N_("read how to play a game before you start one")),
)
"""Lines of help for a first email."""


def at_general_address() -> Sequence[Help]:
    """Return the commands for the general address; those about a beacon only if the operator offers one."""
    return [each for each in AT_GENERAL if "beacon" not in each.text.split() or offered() is not None]


def ways(listed: Sequence[Help]) -> list[Help]:
    """Translate lines of help to the reader's language."""
    return [Help(as_written(each.text), gettext(each.effect, end=as_written(each.end))) for each in listed]


def guide_told(ruleset: str, section: str) -> dict[str, object]:
    """Return the guide, or its section `moves`, as text and as HTML without the title, and its link."""
    game = rules.game(ruleset)
    prose = game.guide_in(language()).partition("\n")[2]
    if section == "moves":
        prose = _about_moves(game, prose)
    told = with_text_boards(game, prose, gettext).strip()
    return {"guide_text": in_text(told), "guide_html": _html(told), "guide_link": links.guide_link(ruleset)}


def in_text(prose: str) -> str:
    """Return a guide without markup; boards stay as they are drawn."""
    parts = enumerate(_BOARD.split(prose))
    return "".join(part if number % 2 else reduce(_replaced, _MARKUP.items(), part) for number, part in parts)


def _replaced(text: str, rule: tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]) -> str:
    return rule[0].sub(rule[1], text)


def _rows(table: re.Match[str]) -> str:
    """Write each row of a table as a line that names its columns."""
    heads, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines())
    cells = (zip(heads, row, strict=True) for row in rows)
    return "".join(f"- {'; '.join(f'{head}: {cell}' for head, cell in row)}\n" for row in cells)


_MARKUP: Mapping[re.Pattern[str], str | Callable[[re.Match[str]], str]] = {
    re.compile(r"(?:^\|.*\|\n)+", re.MULTILINE): _rows,
    re.compile(r"^#+ +", re.MULTILINE): "",
    re.compile(r"\[([^]]+)\]\(([^)]+)\)"): r"\1 (\2)",
    re.compile(r"\*\*(.+?)\*\*", re.DOTALL): r"\1",
    re.compile(r"(?<!\S)\*(\w[^*]*)\*"): r"\1",
    re.compile(r"`([^`]+)`"): r"\1",
    re.compile(r"^- ", re.MULTILINE): "* ",
}
"""The markup of guides, and what text has instead."""


def no_guide() -> dict[str, object]:
    """Return the values for an email without a guide."""
    return {"guide_text": "", "guide_html": ""}


def _about_moves(game: rules.Game, prose: str) -> str:
    """Return the section on how to write a move; guides in all languages have their sections in the same order."""
    in_english, sections = _SECTION.split(game.guide_in(ENGLISH)), _SECTION.split(prose)
    place = next((place for place, each in enumerate(in_english) if _ABOUT_MOVES.match(each)), 0)
    return f"## {sections[place]}" if 0 < place < len(sections) else prose


def _html(prose: str) -> Markup:
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for few emails

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(prose)
    for tag, style in _STYLES.items():
        html = html.replace(f"<{tag}>", f'<{tag} style="{style}">')
    return Markup(html)  # noqa: S704  # our own HTML

"""What answers to `help` tell: what can be written to us, by where, and the guide to a game, its figures in letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

import rules
from rules.game import ENGLISH
from rules.prose import N_
from rules.teaching.figures import with_text_boards
from service.beacon.promises import offered
from service.core.language import gettext, language
from service.mail.vocabulary import as_written
from service.post import links

_SECTION = re.compile(r"^## ", re.MULTILINE)
_ABOUT_MOVES = re.compile(r"(?:how to write a|writing a) move", re.IGNORECASE)
_STYLES = {
    "pre": "overflow-x:auto;font-family:Menlo,Consolas,monospace;font-size:12px;line-height:1.25;",
    "h2": "font-size:19px;margin:20px 0 6px;",
    "h3": "font-size:16px;margin:16px 0 4px;",
    "td": "padding:2px 10px 2px 0;vertical-align:top;",
}


@dataclass(frozen=True)
class HelpLine:
    """One thing that can be written, and what comes of it."""

    text: str
    effect: str


_OF_ONESELF = (
    ("name zoe", N_("is what others call you")),
    ("zone Europe/Rome", N_("is where your deadlines are told")),
    ("language en", N_("is what your mails and pages are in")),
    ("substitute siesta", N_("asks you when a seat is left in such a game; %(end)s ends it"), "substitute off"),
    ("words", N_("tells the board in words too, in each mail; %(end)s ends it"), "words off"),
)
_OF_ALL_GAMES = (
    ("vacation 1-14 August", N_("your clocks stand still on these days")),
    ("pause 14", N_("no mails about any game for 14 days; %(end)s ends it"), "resume"),
)
_WITH_BEACON = "new seasons bob@example.net beacon 60", N_("the dice take in a public beacon that comes in 60 minutes")
AT_TURN = (
    ("help moves", N_("how to write a move in this game, with examples")),
    ("rules", N_("the whole guide to this game, with its figures")),
    ("help siesta", N_("the guide to another game")),
    ("board", N_("the game as it stands")),
    ("log", N_("what was played, line by line")),
    ("show 12", N_("the board as it was after line 12 of the log")),
    ("say: hello!", N_("the others at the table hear it")),
    ("takeback", N_("takes your last move back, or asks the others for it")),
    ("draw", N_("offers a draw, or agrees to one, where a game knows that")),
    ("stop clocks", N_("asks the others to let no clock go; %(end)s ends it"), "start clocks"),
    ("report", N_("has the operator look at what was said last")),
    ("block bob", N_("no invitations from bob any more; %(end)s ends it"), "unblock bob"),
    ("resign", N_("gives the game up; you are asked once more")),
    ("plan if … then …", N_("plays for you as soon as they play that; %(end)s ends it"), "plan off"),
    *_OF_ALL_GAMES,
    ("mute", N_("no more mails about this game; %(end)s ends it"), "unmute"),
    *_OF_ONESELF,
)
"""In answer to a mail about a turn, beside a move."""
AT_DESK = (
    ("new siesta level2", N_("begins a game against the computer; levels are 1 to 5")),
    ("new seasons bob@example.net", N_("invites bob; name as many as the game has seats for")),
    ("new tribes open", N_("sends you a link: whoever has it can take the seat")),
    ("new siesta level3 days 5 public", N_("with five days a move, and everybody may watch; else it is private")),
    ("new dawn bob@example.net match", N_("two games with seats exchanged")),
    ("new siesta bob@example.net series 3", N_("games with seats exchanged, until somebody has won 3 of them")),
    ("new siesta anybody days 3", N_("a game with whoever comes first, as often as somebody comes")),
    ("new siesta bot", N_("a game with a bot, a program of other people, whichever is free")),
    ("new siesta level3 fast 15+20", N_("for an evening: 15 minutes each, and 20 seconds more with each move")),
    _WITH_BEACON,
    ("games", N_("your games, with whose turn it is")),
    ("help siesta", N_("the guide to a game, with its figures")),
    ("help siesta moves", N_("how to write a move in it")),
    *_OF_ALL_GAMES,
    *_OF_ONESELF,
    ("stop", N_("no more mails that you have not asked for")),
)
"""To the general address."""
FIRST_STEPS = (
    ("new siesta level1", N_("a game against the computer, which begins at once")),
    ("new seasons friend@example.net", N_("a game with a friend, who gets an invitation")),
    ("help siesta", N_("how a game is played, before you begin one")),
)
"""What whoever writes for the first time is shown."""


def at_desk() -> Sequence[tuple[str, ...]]:
    """What can be written to the general address of this server: of a beacon only where the operator offers one."""
    return [listed for listed in AT_DESK if listed is not _WITH_BEACON or offered() is not None]


def ways(listed: Sequence[tuple[str, ...]]) -> list[HelpLine]:
    """Them in the reader's language: what to write, what it does, and what ends it again."""
    return [
        HelpLine(as_written(text), gettext(effect, end=as_written("".join(ends)))) for text, effect, *ends in listed
    ]


def guide_told(ruleset: str, section: str) -> dict[str, object]:
    """The guide, or of it the section `moves`, as text and as HTML without its title, and where it has pictures."""
    game = rules.game(ruleset)
    prose = game.guide_in(language()).partition("\n")[2]
    if section == "moves":
        prose = _about_moves(game, prose)
    told = with_text_boards(game, prose, gettext).strip()
    return {"guide_text": told, "guide_html": _html(told), "guide_link": links.guide_link(ruleset)}


def no_guide() -> dict[str, object]:
    """In place of one."""
    return {"guide_text": "", "guide_html": ""}


def _about_moves(game: rules.Game, prose: str) -> str:
    """The section on how to write a move: guides in all languages have the same ones."""
    in_english, sections = _SECTION.split(game.guide_in(ENGLISH)), _SECTION.split(prose)
    place = next((place for place, each in enumerate(in_english) if _ABOUT_MOVES.match(each)), 0)
    return f"## {sections[place]}" if 0 < place < len(sections) else prose


def _html(prose: str) -> Markup:
    from markdown_it import MarkdownIt  # noqa: PLC0415  # 60 modules for few mails

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(prose)
    for tag, style in _STYLES.items():
        html = html.replace(f"<{tag}>", f'<{tag} style="{style}">')
    return Markup(html)  # noqa: S704  # ours

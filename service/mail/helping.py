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
    ("name zoe", N_("set the name that other players see")),
    ("zone Europe/Rome", N_("set the time zone for your deadlines")),
    ("language en", N_("set the language of your emails and pages")),
    ("substitute siesta", N_("get an email when such a game needs a substitute; to stop: %(end)s"), "substitute off"),
    ("words", N_("describe the board in words in every email; to stop: %(end)s"), "words off"),
)
_OF_ALL_GAMES = (
    ("vacation 1-14 August", N_("stop your clocks on these days")),
    ("pause 14", N_("get no emails about games for 14 days; to stop: %(end)s"), "resume"),
)
_WITH_BEACON = "new seasons bob@example.net beacon 60", N_("let the dice use a public beacon due in 60 minutes")
AT_TURN = (
    ("help moves", N_("how to write a move in this game, with examples")),
    ("rules", N_("the full guide to this game, with pictures")),
    ("help siesta", N_("the guide to another game")),
    ("board", N_("the current position")),
    ("log", N_("all moves so far, line by line")),
    ("show 12", N_("the board after line 12 of the log")),
    ("say: hello!", N_("send a message to the other players")),
    ("takeback", N_("undo your last move, or ask the others to agree")),
    ("draw", N_("offer or accept a draw, in games that have one")),
    ("stop clocks", N_("ask the others to pause the clocks; to restart them: %(end)s"), "start clocks"),
    ("report", N_("report the last message to the operators")),
    ("block bob", N_("get no more invitations from bob; to undo: %(end)s"), "unblock bob"),
    ("resign", N_("resign; we'll ask you to confirm")),
    ("plan if … then …", N_("play your move when the others play theirs; to cancel: %(end)s"), "plan off"),
    *_OF_ALL_GAMES,
    ("mute", N_("get no more emails about this game; to undo: %(end)s"), "unmute"),
    *_OF_ONESELF,
)
"""In answer to a mail about a turn, beside a move."""
AT_DESK = (
    ("new siesta level2", N_("start a game against the computer, at level 1 to 5")),
    ("new seasons bob@example.net", N_("invite bob; name as many players as the game takes")),
    ("new tribes open", N_("get a link; anyone who has it can join")),
    ("new siesta level3 days 5 public", N_("five days per move, and anyone may watch; otherwise it is private")),
    ("new dawn bob@example.net match", N_("two games with sides swapped")),
    ("new siesta bob@example.net series 3", N_("games with sides swapped, until someone has won 3")),
    ("new siesta anybody days 3", N_("an open challenge: a new game with everyone who accepts")),
    ("new siesta bot", N_("a game with a free bot, a program by another user")),
    ("new siesta level3 fast 15+20", N_("a fast game: 15 minutes each, plus 20 seconds per move")),
    _WITH_BEACON,
    ("games", N_("your games, and whose turn it is")),
    ("help siesta", N_("the guide to a game, with pictures")),
    ("help siesta moves", N_("how to write a move in that game")),
    *_OF_ALL_GAMES,
    *_OF_ONESELF,
    ("stop", N_("get no more emails, except answers to yours")),
)
"""To the general address."""
FIRST_STEPS = (
    ("new siesta level1", N_("start a game against the computer right away")),
    ("new seasons friend@example.net", N_("invite a friend to a game")),
    ("help siesta", N_("read how to play a game before you start one")),
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

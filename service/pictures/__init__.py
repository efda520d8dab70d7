"""Pictures of games as SVG, PNG and text, at any point of the log, with what the last move changed marked.

Their words are in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeAlias

from flask import current_app

import rules
from rules import AnyPosition
from rules.canvas import ORNAMENT
from rules.prose import Translate
from rules.samples import sample
from rules.stopped import stopped
from service.core.db import session
from service.core.language import gettext, language
from service.core.last_used import LastUsed
from service.core.settings import settings
from service.models import Game, GameStatus
from service.pictures.kept import Pictures
from service.pictures.night import by_day_and_night, by_night, has_night, negative, night_mark
from service.pictures.painter import NoPicture, Painter, painter
from service.play.positions import Reached, before_last_move, position_of, reached_at

PAINTER = "PAINTER"
"""Where the config of an app has a painter of its own; all others share that of their process."""
FOLDER = "pictures"
"""Where those that were drawn are kept, at home; it may go at any time."""
REMEMBERED = 64
"""Drawings that a process remembers, half of them texts, the others documents of 20 to 70 KB: a board is asked for by
all its players, and by day and night."""
Draw: TypeAlias = Callable[[AnyPosition, AnyPosition | None, Translate], str]
Drawing: TypeAlias = tuple[int, bool, str, str]
"""The id of what was reached, whether nobody goes on there, the language, and what is drawn."""
_ROOT = re.compile("<svg ([^>]*)>")
_FOR_MAILS = f"<style>.{ORNAMENT}{{display:none}}</style>"
_MAIL = 'data-mail="{}"'
"""How many bytes it may have as a picture (`service.drawing`)."""
ALONE, BY_DAY, BY_NIGHT = 15_400, range(10_900, 13_701, 700), range(5_500, 9_101, 900)
"""Bytes of a board in a mail of 40 KB that is no other by night, and of one that is: in steps, as mails have room for
them, so that their readers share pictures. Fewer see the one for the night."""
BY_BOTH = range(7_200, 12_701, 500)
"""Of one whose negative is its night, in a mail of 25,000 bytes."""

__all__ = [
    "BoardStyle",
    "NoPicture",
    "drawn",
    "for_mail",
    "for_mail_by_night",
    "has_picture_by_night",
    "image",
    "negative",
    "of_sample",
    "png",
    "position_shown",
    "styled",
    "svg",
    "text",
]


class BoardStyle(StrEnum):
    """How a board is drawn."""

    LIGHT = "light"
    DARK = "dark"


def svg(game: Game, at: int | None = None) -> str:
    """The board after `at` entries of the log (by default all), as an SVG document; NotFound as in `position_of`."""
    return _remembered("svg", game, at, rules.game(game.ruleset).picture.svg)


def of_sample(ruleset: str) -> str:
    """A board of the game of that id in mid-play, as an SVG document."""
    position, before = sample(ruleset)
    return rules.game(ruleset).picture.svg(position, before, gettext)


def image(svg_document: str, style: BoardStyle | None = None) -> str:
    """An SVG document of ours to be shown by itself: in a style, or as dark as the screen is."""
    return by_day_and_night(svg_document) if style is None else styled(svg_document, style)


def styled(svg_document: str, style: BoardStyle) -> str:
    """An SVG document of ours in the colours of a style."""
    return by_night(svg_document) if style is BoardStyle.DARK else svg_document


def png(game: Game, at: int | None = None, style: BoardStyle = BoardStyle.LIGHT) -> bytes:
    """The board as PNG; see `drawn`."""
    return drawn(svg(game, at), style)


def for_mail(svg_document: str) -> str:
    """The same document, to be drawn as mails have room for it: without ornaments."""
    most = _steps(svg_document)[-1]
    return _ROOT.sub(rf"<svg {_MAIL.format(most)} \1>{_FOR_MAILS}", svg_document, count=1)


def has_picture_by_night(svg_document: str) -> bool:
    """Whether a mail with it has another picture for dark screens."""
    return negative(svg_document) is None and has_night(svg_document)


def for_mail_by_day(board: str, room: int) -> bytes:
    """That document as `drawn`; if it is another by night, in fewer bytes for a mail that has so many for it."""
    return drawn(_with_room(board, _steps(board), room))


def for_mail_by_night(board: str, room: int) -> bytes:
    """The same board in the colours of the night, in at most so many bytes."""
    by_day = _with_room(board, BY_NIGHT, room)
    return _drawn(f"{night_mark()} {by_day}", lambda: by_night(by_day))


def _steps(board: str) -> Sequence[int]:
    if negative(board) is not None:
        return BY_BOTH
    return BY_DAY if has_night(board) else (ALONE,)


def _with_room(board: str, steps: Sequence[int], room: int) -> str:
    """The board with the largest of these steps for which there is room, else the least."""
    most = max((step for step in steps if step <= room), default=steps[0])
    return board.replace(_MAIL.format(_steps(board)[-1]), _MAIL.format(most), 1)


def drawn(svg_document: str, style: BoardStyle = BoardStyle.LIGHT) -> bytes:
    """An SVG document of ours as a PNG with a palette, or NoPicture.

    Where it was not drawn before, the transaction under way ends, which has only read: it may take seconds.
    """
    svg_document = styled(svg_document, style)
    return _drawn(svg_document, lambda: svg_document)


def _drawn(name: str, svg_document: Callable[[], str]) -> bytes:
    """What is kept by that name; only where nothing is, the document is asked for."""
    kept = _kept(settings().home / FOLDER)
    found = kept.find(name)
    if found is None:
        session().rollback()
        own: Painter | None = current_app.config.get(PAINTER)
        found = (own or painter()).png(svg_document())
        kept.keep(name, found)
    return found


def text(game: Game, at: int | None = None) -> str:
    """The board as text of at most 72 columns."""
    return _remembered("text", game, at, rules.game(game.ruleset).picture.text)


def _remembered(what: str, game: Game, at: int | None, draw: Draw) -> str:
    reached = reached_at(game, game.log_length if at is None else at)
    drawing = id(reached), at is None and game.status == GameStatus.FINISHED, language(), what
    found = _drawings().get(drawing)
    if found is None:
        found = reached, draw(position_shown(game, at), before_last_move(game, at), gettext)
        _drawings().put(drawing, found)
    return found[1]


def position_shown(game: Game, at: int | None = None) -> AnyPosition:
    """The position after `at` entries of the log; as it stands now, nobody goes on in a game that is over."""
    position = position_of(game, at)
    return stopped(position) if at is None and game.status == GameStatus.FINISHED else position


@cache
def _kept(folder: Path) -> Pictures:
    return Pictures(folder)


def _drawings() -> LastUsed[Drawing, tuple[Reached, str]]:
    """What was drawn last in the app under way, each with what it shows, whose id so stays its own."""
    found: LastUsed[Drawing, tuple[Reached, str]] = current_app.extensions.setdefault(__name__, LastUsed(REMEMBERED))
    return found

"""Pictures of games as SVG, PNG and text, at any point of the log, with what the last move changed marked.

Their words are in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeAlias

from flask import current_app

import rules
from rules import AnyPosition
from rules.canvas import ORNAMENT
from rules.samples import sample
from rules.stopped import stopped
from service.core.db import session
from service.core.language import gettext, language
from service.core.last_used import LastUsed
from service.core.settings import settings
from service.models import Game, GameStatus
from service.pictures.kept import Pictures
from service.pictures.night import by_day_and_night, by_night, has_night, night_mark
from service.pictures.painter import NoPicture, Painter, painter
from service.play.positions import Reached, before_last_move, position_of, reached_at

PAINTER = "PAINTER"
"""Where the config of an app has a painter of its own; all others share that of their process."""
FOLDER = "pictures"
"""Where those that were drawn are kept, at home; it may go at any time."""
REMEMBERED = 32
"""Documents that a process remembers, of 20 to 70 KB: a board is asked for by all its players, and by day and night."""
Drawing: TypeAlias = tuple[int, bool, str]
"""The id of what was reached, whether nobody goes on there, and the language."""
_ROOT = re.compile("<svg ([^>]*)>")
_FOR_MAILS = f"<style>.{ORNAMENT}{{display:none}}</style>"
_MAIL = 'data-mail="{}"'
"""As what it goes out, which says how many bytes it may have (`service.drawing`)."""

__all__ = [
    "BoardStyle",
    "NoPicture",
    "drawn",
    "for_mail",
    "for_mail_by_night",
    "has_night",
    "image",
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
    reached = reached_at(game, game.log_length if at is None else at)
    drawing = id(reached), at is None and game.status == GameStatus.FINISHED, language()
    found = _drawings().get(drawing)
    if found is None:
        shown, before = position_shown(game, at), before_last_move(game, at)
        found = reached, rules.game(game.ruleset).picture.svg(shown, before, gettext)
        _drawings().put(drawing, found)
    return found[1]


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
    goes_as = _MAIL.format("day" if has_night(svg_document) else "alone")
    return _ROOT.sub(rf"<svg {goes_as} \1>{_FOR_MAILS}", svg_document, count=1)


def for_mail_by_day(board: str, *, scant: bool = False) -> bytes:
    """That document as `drawn`; in fewer bytes for a mail that has much else."""
    return drawn(_going_as("scant_day", board) if scant else board)


def for_mail_by_night(board: str, *, scant: bool = False) -> bytes:
    """The same board in the colours of the night."""
    goes_as = "scant_night" if scant else "night"
    return _drawn(f"{night_mark()} {goes_as} {board}", lambda: _going_as(goes_as, by_night(board)))


def _going_as(what: str, board: str) -> str:
    return board.replace(_MAIL.format("day"), _MAIL.format(what), 1)


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
    return rules.game(game.ruleset).picture.text(position_shown(game, at), before_last_move(game, at), gettext)


def position_shown(game: Game, at: int | None = None) -> AnyPosition:
    """The position after `at` entries of the log; as it stands now, nobody goes on in a game that is over."""
    position = position_of(game, at)
    return stopped(position) if at is None and game.status == GameStatus.FINISHED else position


@cache
def _kept(folder: Path) -> Pictures:
    return Pictures(folder)


def _drawings() -> LastUsed[Drawing, tuple[Reached, str]]:
    """Documents of the app under way that were drawn last, each with what it shows, whose id so stays its own."""
    found: LastUsed[Drawing, tuple[Reached, str]] = current_app.extensions.setdefault(__name__, LastUsed(REMEMBERED))
    return found

"""Board pictures as SVG, PNG and text, at any point of the log, with the last move marked.

Their texts are in the reader's language.
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
from service.config.settings import settings
from service.db.engines import session
from service.db.lru_cache import LruCache
from service.language.catalogue import gettext, language
from service.models import Game, GameStatus
from service.pictures.kept import Pictures
from service.pictures.night import by_day_and_night, by_night, has_night, negative, night_mark
from service.pictures.painter import NoPicture, Painter, painter
from service.play.positions import Reached, before_last_move, position_of, reached_at

PAINTER = "PAINTER"
"""The config key of an app's own painter; other apps share the process's."""
FOLDER = "pictures"
"""The cache folder in the home directory; it may be deleted at any time."""
REMEMBERED = 64
"""Cached drawings of a process: half are texts, the others documents of 20 to 70 KB.

All players of a game request its board, by day and night.
"""
Draw: TypeAlias = Callable[[AnyPosition, AnyPosition | None, Translate], str]
Drawing: TypeAlias = tuple[int, bool, str, str]
"""The id of the position, whether nobody plays on, the language, and the format."""
_ROOT = re.compile("<svg ([^>]*)>")
_FOR_MAILS = f"<style>.{ORNAMENT}{{display:none}}</style>"
_MAIL = 'data-mail="{}"'
"""The most bytes of its picture (`service.pictures.renderer`)."""
ALONE, BY_DAY, BY_NIGHT = 15_400, range(10_900, 13_701, 700), range(5_500, 9_101, 900)
"""Byte limits of a board in an email of 40 KB: without a night version, with one, and of the night version.

The steps follow the room in an email, so that readers share pictures. Few see the night version.
"""
BY_BOTH = range(7_200, 12_701, 500)
"""Of a board whose night version is its negative, in an email of 25,600 bytes."""

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
    """The style of a board."""

    LIGHT = "light"
    DARK = "dark"


def svg(game: Game, at: int | None = None) -> str:
    """Draw the board after `at` entries of the log (by default all) as SVG; NotFound as in `position_of`."""
    return _remembered("svg", game, at, rules.game(game.ruleset).picture.svg)


def of_sample(ruleset: str) -> str:
    """Draw a sample board of a game in mid-play, as SVG."""
    position, before = sample(ruleset)
    return rules.game(ruleset).picture.svg(position, before, gettext)


def image(svg_document: str, style: BoardStyle | None = None) -> str:
    """Prepare an SVG document for display as an image: in a style, or following the screen's colour scheme."""
    return by_day_and_night(svg_document) if style is None else styled(svg_document, style)


def styled(svg_document: str, style: BoardStyle) -> str:
    """Apply a style's colours to an SVG document."""
    return by_night(svg_document) if style is BoardStyle.DARK else svg_document


def png(game: Game, at: int | None = None, style: BoardStyle = BoardStyle.LIGHT) -> bytes:
    """Draw the board as PNG; see `drawn`."""
    return drawn(svg(game, at), style)


def for_mail(svg_document: str) -> str:
    """Mark an SVG document for emails: a size limit, and no ornaments."""
    most = _steps(svg_document)[-1]
    return _ROOT.sub(rf"<svg {_MAIL.format(most)} \1>{_FOR_MAILS}", svg_document, count=1)


def has_picture_by_night(svg_document: str) -> bool:
    """Check whether an email has a separate picture for dark screens."""
    return negative(svg_document) is None and has_night(svg_document)


def for_mail_by_day(board: str, room: int) -> bytes:
    """Render the board for an email as PNG; with a night version, within `room` bytes."""
    return drawn(_with_room(board, _steps(board), room))


def for_mail_by_night(board: str, room: int) -> bytes:
    """Render the night version of the board for an email as PNG, within `room` bytes."""
    by_day = _with_room(board, BY_NIGHT, room)
    return _drawn(f"{night_mark()} {by_day}", lambda: by_night(by_day))


def _steps(board: str) -> Sequence[int]:
    if negative(board) is not None:
        return BY_BOTH
    return BY_DAY if has_night(board) else (ALONE,)


def _with_room(board: str, steps: Sequence[int], room: int) -> str:
    """Set the board's byte limit to the largest step that fits, else to the least."""
    most = max((step for step in steps if step <= room), default=steps[0])
    return board.replace(_MAIL.format(_steps(board)[-1]), _MAIL.format(most), 1)


def drawn(svg_document: str, style: BoardStyle = BoardStyle.LIGHT) -> bytes:
    """Render an SVG document as a PNG with a palette, or raise NoPicture.

    If it is not cached, this ends the current, read-only transaction: rendering may take seconds.
    """
    svg_document = styled(svg_document, style)
    return _drawn(svg_document, lambda: svg_document)


def _drawn(name: str, svg_document: Callable[[], str]) -> bytes:
    """Return the cached picture of that name, or render and cache it."""
    kept = _kept(settings().home / FOLDER)
    found = kept.find(name)
    if found is None:
        session().rollback()
        own: Painter | None = current_app.config.get(PAINTER)
        found = (own or painter()).png(svg_document())
        kept.keep(name, found)
    return found


def text(game: Game, at: int | None = None) -> str:
    """Draw the board as text of at most 72 columns."""
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
    """Return the position after `at` entries of the log; the final one of a finished game has no player to move."""
    position = position_of(game, at)
    return stopped(position) if at is None and game.status == GameStatus.FINISHED else position


@cache
def _kept(folder: Path) -> Pictures:
    return Pictures(folder)


def _drawings() -> LruCache[Drawing, tuple[Reached, str]]:
    """Return the app's cache of drawings; entries reference their position, so that its id stays unique."""
    found: LruCache[Drawing, tuple[Reached, str]] = current_app.extensions.setdefault(__name__, LruCache(REMEMBERED))
    return found

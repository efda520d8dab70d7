"""Pictures of games as SVG, PNG and text, at any point of the log, with what the last move changed marked.

Their words are in the reader's language.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import current_app

import rules
from service.core.db import session
from service.core.language import gettext
from service.core.settings import settings
from service.models import Game
from service.pictures.kept import Pictures
from service.pictures.painter import NoPicture, Painter, painter
from service.play.positions import before_last_move, position_of

PAINTER = "PAINTER"
"""Where the config of an app has a painter of its own; all others share that of their process."""
FOLDER = "pictures"
"""Where those that were drawn are kept, at home; it may go at any time."""

__all__ = ["NoPicture", "drawn", "png", "svg", "text"]


def svg(game: Game, at: int | None = None) -> str:
    """The board after `at` entries of the log (by default all), as an SVG document; NotFound as in `position_of`."""
    return rules.game(game.ruleset).picture.svg(position_of(game, at), before_last_move(game, at), gettext)


def png(game: Game, at: int | None = None) -> bytes:
    """The board as PNG; see `drawn`."""
    return drawn(svg(game, at))


def drawn(svg_document: str) -> bytes:
    """An SVG document of ours as a PNG with a palette, or NoPicture.

    Where it was not drawn before, the transaction under way ends, which has only read: it may take seconds.
    """
    kept = _kept(settings().home / FOLDER)
    found = kept.find(svg_document)
    if found is None:
        session().rollback()
        own: Painter | None = current_app.config.get(PAINTER)
        found = (own or painter()).png(svg_document)
        kept.keep(svg_document, found)
    return found


def text(game: Game, at: int | None = None) -> str:
    """The board as text of at most 72 columns."""
    return rules.game(game.ruleset).picture.text(position_of(game, at), before_last_move(game, at), gettext)


@cache
def _kept(folder: Path) -> Pictures:
    return Pictures(folder)

"""The board on a page: the picture, the same in words, and the same as text."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

import rules
from rules import AnyPosition, Setup
from rules import Game as Ruleset
from service import pictures
from service.core.language import gettext
from service.models import Game
from service.play.positions import position_of
from service.web.cache import drawn_once


@dataclass(frozen=True)
class Board:
    """Three ways to know the same position."""

    svg: Markup
    words: tuple[str, ...]
    text: str


def board(game: Game, at: int | None = None) -> Board:
    """The board after `at` entries of the log, by default all; NotFound as in `position_of`."""
    return drawn_once("board", game, game.log_length if at is None else at, lambda: _board(game, at))


def board_to_be(game: Game) -> Board | None:
    """The board that a game will begin on, if its host has chosen one; None if it is drawn."""
    if game.given_layout is None:
        return None
    ruleset = rules.game(game.ruleset)
    return first_board(ruleset, ruleset.new_setup(len(game.seats), game.options, layout=game.given_layout))


def first_board(ruleset: Ruleset, setup: Setup) -> Board:
    """The board that a setup begins on."""
    return _drawn(ruleset, ruleset.initial_position(setup))


def board_between(ruleset: Ruleset, position: AnyPosition, before: AnyPosition) -> Board:
    """The board of a position, with what has changed since an earlier one marked."""
    return _drawn(ruleset, position, before)


def _board(game: Game, at: int | None) -> Board:
    words = _words(rules.game(game.ruleset), position_of(game, at))
    return Board(_trusted(pictures.svg(game, at)), words, pictures.text(game, at))


def _drawn(ruleset: Ruleset, position: AnyPosition, before: AnyPosition | None = None) -> Board:
    picture = ruleset.picture
    drawn, text = (draw(position, before, gettext) for draw in (picture.svg, picture.text))
    return Board(_trusted(drawn), _words(ruleset, position), text)


def _words(ruleset: Ruleset, position: AnyPosition) -> tuple[str, ...]:
    return tuple(sentence.translated(gettext) for sentence in ruleset.picture.describe(position))


def _trusted(svg: str) -> Markup:
    """Our own drawing, which escapes what it writes."""
    return Markup(svg)  # noqa: S704  # see above

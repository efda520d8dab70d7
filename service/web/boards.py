"""The board on a page: the picture, the same in words, and the same as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

import rules
from rules import AnyPosition, Sentence
from rules import Game as Ruleset
from service import pictures
from service.core.language import gettext
from service.models import Game
from service.play.positions import position_of


@dataclass(frozen=True)
class Board:
    """Three ways to know the same position."""

    svg: Markup
    words: Sequence[Sentence]
    text: str


def board(game: Game, at: int | None = None) -> Board:
    """The board after `at` entries of the log, by default all; NotFound as in `position_of`."""
    picture = rules.game(game.ruleset).picture
    return Board(_trusted(pictures.svg(game, at)), picture.describe(position_of(game, at)), pictures.text(game, at))


def board_to_be(game: Game) -> Board | None:
    """The board that a game will begin on, if its host has chosen one; None if it is drawn."""
    if game.given_layout is None:
        return None
    ruleset = rules.game(game.ruleset)
    setup = ruleset.new_setup(len(game.seats), game.options, layout=game.given_layout)
    return _drawn(ruleset, ruleset.initial_position(setup))


def board_ahead(game: Game, position: AnyPosition) -> Board:
    """The board as a move would leave it, with what it changes marked."""
    return _drawn(rules.game(game.ruleset), position, position_of(game))


def _drawn(ruleset: Ruleset, position: AnyPosition, before: AnyPosition | None = None) -> Board:
    picture = ruleset.picture
    drawn, text = (draw(position, before, gettext) for draw in (picture.svg, picture.text))
    return Board(_trusted(drawn), picture.describe(position), text)


def _trusted(svg: str) -> Markup:
    """Our own drawing, which escapes what it writes."""
    return Markup(svg)  # noqa: S704  # see above

"""The board on a page: the picture, the same in words, and the same as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

import rules
from rules import AnyPosition, Sentence
from service import pictures
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
    position, picture = ruleset.initial_position(setup), ruleset.picture
    return Board(_trusted(picture.svg(position)), picture.describe(position), picture.text(position))


def board_ahead(game: Game, position: AnyPosition) -> Board:
    """The board as a move would leave it, with what it changes marked."""
    picture, before = rules.game(game.ruleset).picture, position_of(game)
    return Board(_trusted(picture.svg(position, before)), picture.describe(position), picture.text(position, before))


def _trusted(svg: str) -> Markup:
    """Our own drawing, which escapes what it writes."""
    return Markup(svg)  # noqa: S704  # see above

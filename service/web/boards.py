"""Boards on pages: as a picture, in words, and as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

import rules
from rules import AnyPosition, Setup
from rules import Game as Ruleset
from service.language.catalogue import gettext
from service.models import Game
from service.pictures import boards as pictures
from service.play.positions import position_of
from service.web.cache import drawn_once


@dataclass(frozen=True)
class Board:
    """A position as a picture, in words and as text."""

    svg: Markup
    words: tuple[str, ...]
    text: str
    places: Mapping[str, str]
    """What sentences about points are about: the clickable words of each, joined with spaces."""

    @property
    def remarks(self) -> list[str]:
        """The sentences about points that are about no place of their own."""
        return [sentence for sentence, places in self.places.items() if not places]


def board(game: Game, at: int | None = None) -> Board:
    """Render the board after `at` log entries, by default all; raises NotFound like `position_of`."""
    return drawn_once("board", game, game.log_length if at is None else at, lambda: _board(game, at))


def board_to_be(game: Game) -> Board | None:
    """Render the first board of a game whose host chose a layout; None if the layout is drawn at random."""
    if game.given_layout is None:
        return None
    ruleset = rules.game(game.ruleset)
    return first_board(ruleset, ruleset.new_setup(len(game.seats), game.options, layout=game.given_layout))


def first_board(ruleset: Ruleset, setup: Setup) -> Board:
    """Render the first board of a setup."""
    return _drawn(ruleset, ruleset.initial_position(setup))


def board_between(ruleset: Ruleset, position: AnyPosition, before: AnyPosition) -> Board:
    """Render the board of a position, marking what changed since an earlier one."""
    return _drawn(ruleset, position, before)


def _board(game: Game, at: int | None) -> Board:
    words, places = _words(rules.game(game.ruleset), position_of(game, at))
    return Board(_trusted(pictures.svg(game, at)), words, pictures.text(game, at), places)


def _drawn(ruleset: Ruleset, position: AnyPosition, before: AnyPosition | None = None) -> Board:
    picture = ruleset.picture
    drawn, text = (draw(position, before, gettext) for draw in (picture.svg, picture.text))
    words, places = _words(ruleset, position)
    return Board(_trusted(drawn), words, text, places)


def _words(ruleset: Ruleset, position: AnyPosition) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Describe a position, with the places that its sentences about points are about."""
    told = [sentence.translated(gettext) for sentence in ruleset.picture.describe(position)]
    places = {each.told.translated(gettext): " ".join(each.places) for each in ruleset.explained(position)}
    return tuple(dict.fromkeys([*told, *places])), places


def _trusted(svg: str) -> Markup:
    """Mark our own SVG as safe; it escapes all text."""
    return Markup(svg)  # noqa: S704  # our own SVG

"""Pictures of boards for pages, and for preview cards on other sites.

Sample boards and figures are rendered once per process; the address of a picture has a hash of its content.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from flask import Response, request, url_for
from werkzeug.exceptions import ServiceUnavailable

import rules
from rules.teaching.figures import figures, shown
from service.db.clock import now
from service.http.code_version import CODE
from service.language.catalogue import gettext, language
from service.language.errors import NotFound
from service.models import Game
from service.pictures import boards as pictures
from service.play.daily import day_named, untouched
from service.play.games import ruleset_named
from service.play.seating import game_seen_by
from service.web.frame.blueprints import A_YEAR, pages
from service.web.frame.identity import viewer

A_DAY = 24 * 3600
RETRY_SECONDS = 5
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Policy of an SVG opened by itself: no scripts and no requests; its own style sheet supports dark mode."""
SAMPLES_KEPT = 32
"""Cached sample boards per process, by game and language."""
FIGURES_KEPT = 64
"""Cached figures per process: those of all guides in more than one language."""
MARK_DIGITS = 12
_SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')


@dataclass(frozen=True)
class Figure:
    """A picture with its caption, description and size."""

    caption: str
    svg: str
    words: str
    width: str
    height: str

    @property
    def mark(self) -> str:
        """The hash of the picture for its address."""
        return sha256(pictures.image(self.svg).encode()).hexdigest()[:MARK_DIGITS]


def drawn_sample(name: str) -> str:
    """Render a sample board of a game in mid-play, in the viewer's language."""
    return _drawn_sample(name, language())


def mark_of_sample(name: str) -> str:
    """Return the hash of a sample board for its address."""
    return sha256(pictures.image(drawn_sample(name)).encode()).hexdigest()[:MARK_DIGITS]


@lru_cache(SAMPLES_KEPT)
def _drawn_sample(name: str, _language: str) -> str:
    return pictures.of_sample(name)


def figure_of(name: str, number: int) -> Figure:
    """Return a numbered figure, from 1, of a game's guide; raises NotFound if there is none."""
    return _drawn_figure(name, number, language())


@lru_cache(FIGURES_KEPT)
def _drawn_figure(name: str, number: int, tongue: str) -> Figure:
    game = rules.game(name)
    found = figures(game, game.guide_in(tongue))
    if not 1 <= number <= len(found):
        raise NotFound
    case = found[number - 1]
    position, before = shown(case)
    svg = game.picture.svg(position, before, gettext)
    words = " ".join(sentence.translated(gettext) for sentence in game.picture.describe(position))
    size = _SIZE.search(svg)
    return Figure(case.name, svg, words, *(size.groups() if size else ("400", "400")))


@pages.get("/rules/<name>/board.svg")
def sample_board(name: str) -> Response:
    """Serve a sample board; cacheable for a year under the address with its hash."""
    ruleset_named(name)
    return _svg(drawn_sample(name), mark_of_sample(name), "public")


@pages.get("/rules/<name>/figures/<int:number>.svg")
def guide_figure(name: str, number: int) -> Response:
    """Serve a figure of a guide; cacheable for a year under the address with its hash."""
    ruleset_named(name)
    figure = figure_of(name, number)
    return _svg(figure.svg, figure.mark, "public")


@pages.get("/games/<game_id>/board.svg")
def board_picture(game_id: str) -> Response:
    """Draw the current board. Its address has the state and our code's version, so it can be cached for a year."""
    shown = game_seen_by(game_id, viewer())
    return _svg(pictures.svg(shown), _mark(shown), "private")


@pages.get("/rules/<name>/board.png")
def sample_card(name: str) -> Response:
    """Serve a sample board as PNG for preview cards."""
    ruleset_named(name)
    return _png(drawn_sample(name))


@pages.get("/today/<day>/board.png")
def daily_card(day: str) -> Response:
    """Serve the puzzle of a day before its first move as PNG for preview cards."""
    return _png(pictures.svg(untouched(day_named(day, now()))))


@pages.app_template_global()
def sample_src(name: str) -> str:
    """Return the address of a sample board, which has a hash of its content."""
    return url_for("web.sample_board", name=name, v=mark_of_sample(name))


@pages.app_template_global()
def board_src(game: Game) -> str:
    """Return the address of the picture of a game's current board."""
    return url_for("web.board_picture", game_id=game.id, v=_mark(game))


def _mark(game: Game) -> str | None:
    return game.log_mark and f"{game.log_mark}-{CODE}"


def _svg(drawn: str, mark: str | None, kept_by: str) -> Response:
    answer = _image(pictures.image(drawn), "image/svg+xml")
    if mark is not None and request.args.get("v") == mark:
        answer.headers["Cache-Control"] = f"{kept_by}, max-age={A_YEAR}, immutable"
    return answer


def _png(drawn: str) -> Response:
    try:
        answer = _image(pictures.drawn(drawn), "image/png")
    except pictures.NoPicture:
        raise ServiceUnavailable(retry_after=RETRY_SECONDS) from None
    answer.headers["Cache-Control"] = f"public, max-age={A_DAY}"
    return answer


def _image(body: str | bytes, media_type: str) -> Response:
    return Response(body, mimetype=media_type, headers={"Content-Security-Policy": SANDBOX})

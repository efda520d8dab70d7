"""Boards as images for pages, and for the cards that other sites show of a link to us."""

from __future__ import annotations

from flask import Response, request, url_for
from werkzeug.exceptions import ServiceUnavailable

from service import pictures
from service.core.clock import now
from service.core.code import CODE
from service.core.settings import settings
from service.models import Game
from service.play.daily import day_named, untouched
from service.play.games import ruleset_named
from service.play.seating import game_seen_by
from service.web.figures import figure_of
from service.web.frame.blueprints import A_YEAR, pages
from service.web.frame.identity import viewer
from service.web.samples import drawn_sample, mark_of_sample

A_DAY = 24 * 3600
RETRY_SECONDS = 5
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture opened by itself runs nothing and loads nothing; by its own style sheet it is dark on a dark screen."""


@pages.get("/rules/<name>/board.svg")
def sample_board(name: str) -> Response:
    """A game in mid-play; to be kept for a year under the address that names its content."""
    ruleset_named(name)
    return _svg(drawn_sample(name), mark_of_sample(name), "public")


@pages.get("/rules/<name>/figures/<int:number>.svg")
def guide_figure(name: str, number: int) -> Response:
    """A figure of a guide; to be kept for a year under the address that names its content."""
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
    """A game in mid-play, for cards."""
    ruleset_named(name)
    return _png(drawn_sample(name))


@pages.get("/today/<day>/board.png")
def daily_card(day: str) -> Response:
    """The puzzle of a day before its first move, for cards."""
    return _png(pictures.svg(untouched(day_named(day, now()))))


@pages.app_template_global()
def sample_src(name: str) -> str:
    """The address of a picture of a game in mid-play, which changes with its content."""
    return url_for("web.sample_board", name=name, v=mark_of_sample(name))


@pages.app_template_global()
def board_src(game: Game) -> str:
    """The address of a picture of a game as it stands."""
    return url_for("web.board_picture", game_id=game.id, v=_mark(game))


@pages.app_template_global()
def absolute(path: str) -> str:
    """The address of one of our pages as other sites have to name it."""
    return f"{settings().public_url}{path}"


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

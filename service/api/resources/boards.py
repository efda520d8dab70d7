"""Pictures of the board."""

from __future__ import annotations

from typing import TypedDict

from flask import Response

from service.api.access import viewer
from service.api.etags import conditional_on_game
from service.api.problems import unavailable
from service.api.resource import Resource
from service.api.schemas.move import AtSchema, PictureSchema
from service.pictures import boards as pictures
from service.pictures.boards import BoardStyle
from service.play.seating import game_seen_by

blueprint = Resource("boards", "Pictures of the board, now and at any position of the log.")

SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Content-Security-Policy of a picture opened by itself: it runs nothing and loads nothing."""
TEXT = {"type": "string"}
BYTES = {"type": "string", "format": "binary"}


class PictureWish(TypedDict, total=False):
    """The requested picture."""

    at: int
    style: BoardStyle


@blueprint.route("/games/<game_id:game_id>/board.svg")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404, 409)
@blueprint.reads_headers("If-None-Match")
@blueprint.produces("image/svg+xml")
@conditional_on_game("at", "style", translated=True)
@blueprint.response(200, TEXT, content_type="image/svg+xml")
@blueprint.arguments(PictureSchema, location="query")
def show_board_svg(wish: PictureWish, *, game_id: str) -> Response:
    """Show the board as SVG, with the changes of the last move marked."""
    drawn = pictures.svg(game_seen_by(game_id, viewer()), wish.get("at"))
    return _picture(pictures.image(drawn, wish.get("style")), "image/svg+xml")


@blueprint.route("/games/<game_id:game_id>/board.png")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404, 409)
@blueprint.reads_headers("If-None-Match")
@blueprint.produces("image/png")
@conditional_on_game("at", "style", translated=True)
@blueprint.response(200, BYTES, content_type="image/png")
@blueprint.arguments(PictureSchema, location="query")
def show_board_png(wish: PictureWish, *, game_id: str) -> Response:
    """Show the board as PNG."""
    try:
        drawn = pictures.png(game_seen_by(game_id, viewer()), wish.get("at"), wish.get("style", BoardStyle.LIGHT))
    except pictures.NoPicture:
        return unavailable()
    return _picture(drawn, "image/png")


@blueprint.route("/games/<game_id:game_id>/board.txt")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404, 409)
@blueprint.reads_headers("If-None-Match")
@blueprint.produces("text/plain")
@conditional_on_game("at", translated=True)
@blueprint.response(200, TEXT, content_type="text/plain")
@blueprint.arguments(AtSchema, location="query")
def show_board_text(wish: dict[str, int], *, game_id: str) -> Response:
    """Show the board as text of at most 72 columns."""
    return _picture(pictures.text(game_seen_by(game_id, viewer()), wish.get("at")) + "\n", "text/plain")


def _picture(picture: str | bytes, media_type: str) -> Response:
    return Response(picture, mimetype=media_type, headers={"Content-Security-Policy": SANDBOX})

"""The board of a public game, to embed in other sites."""

from __future__ import annotations

from flask import render_template, url_for
from flask.typing import ResponseReturnValue

from service.config.settings import settings
from service.models import Game, Visibility
from service.play.seating import game_seen_by
from service.web.boards import board, board_to_be
from service.web.frame.blueprints import EMBEDDED, pages
from service.web.tables import players
from service.web.turn_by_turn import place_asked_for, players_then

LOOKS_AGAIN = 120
"""Seconds after which the board of a running game reloads itself; scripts are not allowed in it."""


@pages.get("/games/<game_id>/board")
def embedded_board(game_id: str) -> ResponseReturnValue:
    """Show the current or a past board of a public game; other games cannot be embedded, not even by their players."""
    game = game_seen_by(game_id, None)
    at = place_asked_for()
    begun = game.setup is not None
    page = render_template(
        "embedded.html",
        game=game,
        board=board(game, at) if begun else board_to_be(game) if at is None else None,
        seated=players(game, None) if at is None else players_then(game, None, at),
        looks_again=LOOKS_AGAIN if at is None and game.finished_at is None else None,
    )
    return page, {"Content-Security-Policy": EMBEDDED}


@pages.app_template_global()
def embedding(game: Game) -> str | None:
    """Return the HTML to embed a game's board; None for a game that is not public."""
    if game.visibility != Visibility.PUBLIC:
        return None
    address = f"{settings().public_url}{url_for('web.embedded_board', game_id=game.id)}"
    return f'<iframe src="{address}" width="480" height="620" title="Sundial" loading="lazy"></iframe>'

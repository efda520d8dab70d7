"""What waits for the viewer, in the title and the menu of every page."""

from __future__ import annotations

from flask import request

from service.models import Game
from service.play.game_search import WaitingGames, game_and_waiting, waiting_for
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer

FOUND = "sundial.waiting"
"""Key of the answer in the request's environment."""


@pages.app_template_global()
def what_waits() -> WaitingGames:
    """Return what waits for the viewer, queried once per request."""
    if FOUND not in request.environ:
        request.environ[FOUND] = waiting_for(viewer())
    found: WaitingGames = request.environ[FOUND]
    return found


def game_shown(game_id: str) -> Game:
    """Return the game of a page as the viewer may see it, and query with it what waits for them."""
    game, request.environ[FOUND] = game_and_waiting(game_id, viewer())
    return game

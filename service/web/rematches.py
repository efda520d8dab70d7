"""Playing once more, by one press on the page of a game that is over."""

from __future__ import annotations

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.play.rematches import rematch
from service.web.frame.blueprints import pages
from service.web.frame.identity import player


@pages.post("/games/<game_id>/rematch")
def ask_for_rematch(game_id: str) -> ResponseReturnValue:
    """Set up the same table with seats exchanged, or take one's seat at it."""
    new = rematch(game_id, player(), now())
    return redirect(url_for("web.show_game", game_id=new.id), 303)

"""Stopping the clocks of a game, where all people at the table want that, and letting them go on."""

from __future__ import annotations

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.play import pauses
from service.web.frame.blueprints import pages
from service.web.frame.identity import player


@pages.post("/games/<game_id>/clock/stop")
def stop_clocks(game_id: str) -> ResponseReturnValue:
    """Want the clocks to be stopped."""
    pauses.wish_pause(game_id, player(), now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.post("/games/<game_id>/clock/start")
def start_clocks(game_id: str) -> ResponseReturnValue:
    """Let them go on."""
    pauses.end_pause(game_id, player(), now())
    return redirect(url_for("web.show_game", game_id=game_id), 303)

"""Taking a seat, saying no to one, and giving one up; the last asks once more before it does."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.play import seats
from service.telling.resigning import resigning_in_words
from service.web.dice import word_given
from service.web.frame.blueprints import pages
from service.web.frame.identity import player


@pages.post("/games/<game_id>/join")
def join(game_id: str) -> ResponseReturnValue:
    """Take the seat one is invited to, or a free one; or begin a game of one's own that waits for that."""
    seats.join(game_id, player(), now(), word_given())
    return _to_game(game_id)


@pages.post("/games/<game_id>/decline")
def decline(game_id: str) -> ResponseReturnValue:
    """Say no to an invitation, or leave before the beginning."""
    seats.decline(game_id, player(), now())
    return _to_game(game_id)


@pages.get("/games/<game_id>/resign")
def ask_to_resign(game_id: str) -> str:
    """Ask whether that is really meant."""
    follows = seats.resignation(game_id, player())
    return render_template("resign.html", game=follows.game, words=resigning_in_words(follows))


@pages.post("/games/<game_id>/resign")
def resign(game_id: str) -> ResponseReturnValue:
    """Give up one's seat."""
    seats.resign(game_id, player(), now())
    return _to_game(game_id)


@pages.post("/games/<game_id>/return")
def come_back(game_id: str) -> ResponseReturnValue:
    """Play again oneself where the computer stands in."""
    seats.return_to_seat(game_id, player(), now())
    return _to_game(game_id)


def _to_game(game_id: str) -> ResponseReturnValue:
    return redirect(url_for("web.show_game", game_id=game_id), 303)

"""Talking at the table, on its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.models import LONGEST_MESSAGE, Game, Message
from service.play import chat
from service.play.seating import seat_number
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer


@pages.post("/games/<game_id>/messages")
def say(game_id: str) -> ResponseReturnValue:
    """Say something to the others at the table."""
    chat.post(game_id, player(), request.form.get("text", ""), now())
    return redirect(url_for("web.show_game", game_id=game_id, tab="talk"), 303)


@dataclass(frozen=True)
class Conversation:
    """What was said at a table, and whether more can be."""

    messages: Sequence[Message]
    is_open: bool
    longest: int = LONGEST_MESSAGE


def talk_at(game: Game) -> Conversation | None:
    """The talk at a table that has begun to play; None for who does not sit at it."""
    if game.setup is None or seat_number(game, viewer()) is None:
        return None
    return Conversation(chat.said(game), chat.is_open(game, now()))

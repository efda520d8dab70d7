"""Offers to a player in a game, for lists of games; `inbox` counts them in SQL by the same rules."""

from __future__ import annotations

from enum import StrEnum

from rules import Seat
from service.models import Game, GameStatus, SeatState
from service.play.proposals import What, open_proposal
from service.play.seating import seat_of


class OpenOffer(StrEnum):
    """The kinds of offers in a list of games."""

    UNDO = "undo"
    DRAW = "draw"
    PAUSE = "pause"
    REMATCH = "rematch"


_PROPOSED = {What.TAKEBACK: OpenOffer.UNDO, What.DRAW: OpenOffer.DRAW}


def offers_to(game: Game, number: Seat | None) -> list[OpenOffer]:
    """List the offers that the player of a seat has not answered. An invitation counts if it is to a rematch."""
    if number is None:
        return []
    own = seat_of(game, number)
    if game.status == GameStatus.INVITING:
        return [OpenOffer.REMATCH] if game.rematch_of and own.state == SeatState.INVITED else []
    if game.status != GameStatus.ACTIVE or own.left_by is not None:
        return []
    proposal = open_proposal(game)
    found = [_PROPOSED[proposal.what]] if proposal and number not in proposal.agreed else []
    if game.paused_at is None and own.pause_wished_at is None and any(each.pause_wished_at for each in game.seats):
        found.append(OpenOffer.PAUSE)
    return found

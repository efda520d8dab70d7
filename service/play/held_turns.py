"""The held move of the turn under way: find it, stop it, and end it with its turn, while the game is locked."""

from __future__ import annotations

from datetime import datetime

from rules import Seat
from service.db.engines import session
from service.jobs.facts import tell
from service.language.errors import Refused
from service.models import Game, HeldMove
from service.play import chat
from service.play.facts import HeldMoveOver
from service.play.seating import seat_of


def held_of(game: Game, seat: Seat | None) -> HeldMove | None:
    """Return the held move of the seat to move; None for other seats, or if there is none."""
    if game.held_at is None or seat != game.to_move:
        return None
    return session().get(HeldMove, game.id, populate_existing=True)


def stop(game: Game, seat: Seat | None) -> HeldMove | None:
    """Delete the held move of a seat, and return it; None if there is none. Its time counts as if it was never sent."""
    held = held_of(game, seat)
    if held is not None:
        game.held_at = None
        session().delete(held)
    return held


def end_with_turn(game: Game, now: datetime) -> None:
    """Refuse the held move of a turn that has ended without it."""
    if game.held_at is not None:
        game.held_at = None
        held = session().get(HeldMove, game.id, populate_existing=True)
        if held is not None:
            session().delete(held)
            _tell_over(game, held, now)


def end_with_move(game: Game, held: HeldMove, move: str, now: datetime) -> None:
    """Delete the held move of a turn that was just played; if it is the move played, post its chat message."""
    session().delete(held)
    account = seat_of(game, held.seat).account
    if held.move == move and held.talk and account is not None:
        try:
            chat.say(game.id, account, held.talk["text"], held.sent_at, held.talk["to"], with_move=True)
        except Refused as refused:
            _tell_over(game, held, now, refused)


def _tell_over(game: Game, held: HeldMove, now: datetime, refused: Refused | None = None) -> None:
    """Notify the player of the held move, if they still play."""
    seat = seat_of(game, held.seat)
    if seat.account_id == held.account_id and seat.left_by is None:
        tell(HeldMoveOver(game, seat, held.move, refused, now))

"""Pause the clocks of a game: all players asked have to agree, and any of them can restart the clocks."""

from __future__ import annotations

from datetime import datetime

from service.db.engines import transaction
from service.jobs import events
from service.jobs.facts import tell
from service.language.errors import Conflict
from service.models import Account, Game
from service.play.facts import Clocks, ClocksSpokenOf
from service.play.seating import seat_in_play, seats_asked, seats_beside
from service.play.timekeeping import Break, Why
from service.play.turn_clocks import move_deadline


def wish_pause(game_id: str, account: Account, now: datetime) -> Game:
    """Ask to pause the clocks; they are paused once everybody has asked. Idempotent.

    NotFound for a stranger to a private game, else Forbidden `not-a-player`; Conflict `not-started`, `game-over`.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        if seat.pause_wished_at is None:
            for each in seats_beside(game, seat):
                each.pause_wished_at = now
            events.record("pause.wished", game, now, seat=seat.number)
            if all(each.pause_wished_at is not None for each in seats_asked(game)):
                game.paused_at = now
                events.record("clock.stopped", game, now)
                move_deadline(game, now, Break(now, None, Why.PAUSE))
            tell(ClocksSpokenOf(game, seat, Clocks.STOPPED if game.paused_at else Clocks.WISHED, now))
        return game


def end_pause(game_id: str, account: Account, now: datetime) -> Game:
    """Restart the clocks, or withdraw the request to pause them; refused as `wish_pause` is.

    Conflict `clock-not-stopped` if they are not paused and no request is open.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        if game.paused_at is not None:
            game.paused_at = None
            for each in game.seats:
                each.pause_wished_at = None
            events.record("clock.started", game, now, seat=seat.number)
            move_deadline(game, now)
            tell(ClocksSpokenOf(game, seat, Clocks.STARTED, now))
        elif seat.pause_wished_at is not None:
            for each in seats_beside(game, seat):
                each.pause_wished_at = None
        else:
            raise Conflict("clock-not-stopped")
        return game

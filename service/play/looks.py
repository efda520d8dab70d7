"""Whether a player has been at the game in their turn, whatever became of the mail about it.

Noted are requests of their programs, forms that they send, and mails that they write. Opening a page is not: programs
open pages in people's names, so that changes nothing.
"""

from __future__ import annotations

from datetime import datetime

from service.core.db import transaction
from service.models import Account, Game, GameSeat, GameStatus
from service.play.seating import seat_of
from service.play.turn_clocks import turn_began


def note_look(game: Game, viewer: Account | None, now: datetime) -> None:
    """Note that the viewer looks at a game in which it is their turn; once a turn, so that looking costs nothing.

    To look when the time is over is too late to count.
    """
    seat = _seat_to_move(game)
    if viewer is None or seat is None or seat.account_id != viewer.id:
        return
    began_at = turn_began(game)
    if began_at is None or (game.deadline is not None and now > game.deadline) or _was_noted(seat, began_at):
        return
    with transaction():
        seat.looked_at = now


def _seat_to_move(game: Game) -> GameSeat | None:
    if game.status != GameStatus.ACTIVE or game.to_move is None:
        return None
    seat = seat_of(game, game.to_move)
    return seat if seat.is_played_by_a_person else None


def _was_noted(seat: GameSeat, began_at: datetime) -> bool:
    return seat.looked_at is not None and seat.looked_at >= began_at

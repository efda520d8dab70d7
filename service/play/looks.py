"""Whether a player has been at the game in their turn, whatever became of the mail about it.

Noted are requests of their programs, forms that they send, and mails that they write. Opening a page is not: programs
open pages in people's names, so that changes nothing.
"""

from __future__ import annotations

from datetime import datetime

from service.core.db import transaction
from service.models import Account, Game, GameStatus
from service.play.seating import seat_of
from service.play.turn_clocks import turn_began


def note_look(game: Game, viewer: Account | None, now: datetime) -> None:
    """Note that the viewer looks at a game in which it is their turn; once a turn, so that looking costs nothing.

    To look when the time is over is too late to count.
    """
    if viewer is None or game.status != GameStatus.ACTIVE or game.to_move is None:
        return
    seat = seat_of(game, game.to_move)
    if not seat.is_played_by_a_person or seat.account_id != viewer.id:
        return
    began_at, is_over = turn_began(game), game.deadline is not None and now > game.deadline
    if began_at is None or is_over or (seat.looked_at is not None and seat.looked_at >= began_at):
        return
    with transaction():
        seat.looked_at = now

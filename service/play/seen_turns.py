"""Attention: record that a player was active in a game during their turn, whatever happened to its email.

Requests of their programs, submitted forms and emails count. Opening a page does not: link scanners open pages too.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm.attributes import set_committed_value

from service.db.engines import transaction
from service.models import Account, Game, GameSeat, GameStatus
from service.play.seating import seat_of
from service.play.turn_clocks import turn_began


def mark_turn_seen(game: Game, viewer: Account | None, now: datetime) -> None:
    """Record that the viewer is active in a game on their turn; at most one write per turn.

    Activity after the deadline does not count. Nobody waits for this: while the seat is
    locked, nothing is recorded.
    """
    if viewer is None or game.status != GameStatus.ACTIVE or game.to_move is None:
        return
    seat = seat_of(game, game.to_move)
    if not seat.is_played_by_a_person or seat.account_id != viewer.id:
        return
    began_at, is_over = turn_began(game), game.deadline is not None and now > game.deadline
    if began_at is None or is_over or (seat.looked_at is not None and seat.looked_at >= began_at):
        return
    one = GameSeat.game_id == game.id, GameSeat.number == seat.number
    free = select(GameSeat.number).where(*one).with_for_update(skip_locked=True).scalar_subquery()
    marked = update(GameSeat).where(GameSeat.game_id == game.id, GameSeat.number == free).values(looked_at=now)
    with transaction() as current:
        current.execute(marked, execution_options={"synchronize_session": False})
    set_committed_value(seat, "looked_at", now)

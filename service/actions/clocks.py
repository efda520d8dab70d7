"""The clock: who lets a deadline pass gives up the seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, exists, select

from service.actions.turns import give_up_seat, lock_game, seat_of
from service.db import session, transaction
from service.models import EndedBy, Game, GameStatus, InboundMail, WorkState


def overdue_games(now: datetime, limit: int = 100) -> Sequence[str]:
    """The ids of games whose deadline has passed, longest first; not those where an answer in time is still unread."""
    overdue = select(Game.id).where(Game.status == GameStatus.ACTIVE, Game.deadline < now, ~_answer_waits())
    return session().scalars(overdue.order_by(Game.deadline).limit(limit)).all()


def enforce_deadline(game_id: str, now: datetime) -> bool:
    """Let the seat to move give up if its time is over; says whether it did."""
    with transaction():
        game = lock_game(game_id)
        if game.status != GameStatus.ACTIVE or game.to_move is None or game.deadline is None or now <= game.deadline:
            return False
        if session().scalar(select(Game.id).where(Game.id == game_id, _answer_waits())):
            return False
        give_up_seat(game, seat_of(game, game.to_move), EndedBy.TIME, now)
        return True


def _answer_waits() -> ColumnElement[bool]:
    """Whether a mail about the game came before the deadline and was not read yet: it counts as of when it came."""
    return exists().where(
        InboundMail.game_id == Game.id,
        InboundMail.state == WorkState.QUEUED,
        InboundMail.received_at <= Game.deadline,
    )

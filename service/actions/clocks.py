"""The clock: who lets a deadline pass gives up the seat, unless it was mail that failed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, exists, select

from service.actions.credits import grant_credit
from service.actions.turns import give_up_seat, lock_game, seat_of
from service.db import session, transaction
from service.models import EndedBy, Game, GameStatus, InboundMail, WorkState


def overdue_games(now: datetime, limit: int = 100) -> Sequence[str]:
    """The ids of games whose deadline has passed, longest first; not those where an answer in time is still unread."""
    overdue = select(Game.id).where(Game.status == GameStatus.ACTIVE, Game.deadline < now, ~_answer_waits())
    return session().scalars(overdue.order_by(Game.deadline).limit(limit)).all()


def enforce_deadline(game_id: str, now: datetime) -> bool:
    """If the time of the seat to move is over, let it give up, or have its credit; says whether either happened."""
    with transaction():
        game = lock_game(game_id)
        if game.status != GameStatus.ACTIVE or game.to_move is None or not deadline_has_passed(game, now):
            return False
        if not grant_credit(game, now):
            give_up_seat(game, seat_of(game, game.to_move), EndedBy.TIME, now)
        return True


def deadline_has_passed(game: Game, now: datetime) -> bool:
    """Whether the time of the turn under way is over, and no answer in time is still unread."""
    if game.deadline is None or now <= game.deadline:
        return False
    return session().scalar(select(Game.id).where(Game.id == game.id, _answer_waits())) is None


def _answer_waits() -> ColumnElement[bool]:
    """Whether a mail about the game came before the deadline and was not read yet: it counts as of when it came."""
    return exists().where(
        InboundMail.game_id == Game.id,
        InboundMail.state == WorkState.QUEUED,
        InboundMail.received_at <= Game.deadline,
    )

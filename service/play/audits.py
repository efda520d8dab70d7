"""Audits: compare what is served of a game with what follows from its log, and note differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import select, update

from service.db.engines import session, transaction
from service.models import Game, GameStatus
from service.play.seating import lock_game
from service.play.turns import AUDITED_EVERY

MAX_FAULT = 200

Judge: TypeAlias = Callable[[Game], str | None]
"""Return what is wrong with a game, or None."""


def games_to_audit(now: datetime, limit: int) -> Sequence[str]:
    """Return the ids of games that are due to be audited, longest overdue first."""
    due = select(Game.id).where(Game.audit_due_at <= now).order_by(Game.audit_due_at)
    return session().scalars(due.limit(limit)).all()


def audit(game_id: str, judge: Judge, now: datetime) -> str | None:
    """Audit a game, schedule its next audit, and return the fault found, or None.

    The judge runs without a lock; only a suspected fault is judged again while the game is locked.
    """
    session().rollback()
    fault = judge(session().get_one(Game, game_id, populate_existing=True))
    with transaction():
        if fault is not None:
            fault = judge(lock_game(game_id))
        game = session().get_one(Game, game_id)
        game.fault = fault[:MAX_FAULT] if fault else None
        game.audit_due_at = now + AUDITED_EVERY if game.status == GameStatus.ACTIVE else None
    return fault


def put_off(game_id: str, now: datetime) -> None:
    """Postpone the audit of a game to its next interval, after it could not be done now."""
    with transaction() as current:
        current.execute(update(Game).where(Game.id == game_id).values(audit_due_at=now + AUDITED_EVERY))

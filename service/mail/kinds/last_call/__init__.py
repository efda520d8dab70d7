"""The last call for a turn: only hours are left after the reminder."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from rules.prose import N_
from service.db.engines import session
from service.models import Game, GameStatus, Lane, Notice, WorkState
from service.notifications.kinds import Kind, Timing

TOLD_BEFORE = timedelta(hours=1)


def is_still_to_move(notice: Notice, game: Game) -> bool:
    """Check whether no later turn has begun and the reader is still to play."""
    is_on = game.status == GameStatus.ACTIVE and game.to_move == notice.seat
    return is_on and game.turn <= (notice.version or 0) and game.deadline is not None


def was_told_before(notice: Notice) -> bool:
    """Check that the turn was announced some time ago and does not begin with so little time."""
    latest = notice.due_at - TOLD_BEFORE
    turn = select(Notice.id).where(
        Notice.kind == "your-turn",
        Notice.account_id == notice.account_id,
        Notice.game_id == notice.game_id,
        Notice.due_at > latest,
        Notice.state.in_([WorkState.QUEUED, WorkState.GATHERED, WorkState.DONE]),
    )
    return session().scalar(turn) is None


KIND = Kind(
    "last-call",
    Timing.AS_CHOSEN,
    place=21,
    lane=Lane.FIRST,
    true_while=is_still_to_move,
    worth_telling=was_told_before,
    label=N_("only hours are left for my turn"),
    mails=N_("last calls before your time runs out"),
    told_as=N_("Last call"),
)

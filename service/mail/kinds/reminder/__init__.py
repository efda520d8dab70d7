"""The reminder that the time for a turn is running out."""

from __future__ import annotations

from sqlalchemy import select

from rules.prose import N_
from service.db.engines import session
from service.mail.kinds.your_turn import is_under_way
from service.models import Lane, Notice, WorkState
from service.notifications.kinds import Kind, Timing


def was_not_just_told(reminder: Notice) -> bool:
    """Check that the email about the turn is due before its reminder."""
    turn = select(Notice).where(
        Notice.kind == "your-turn",
        Notice.account_id == reminder.account_id,
        Notice.game_id == reminder.game_id,
        Notice.version == reminder.version,
        Notice.due_at >= reminder.due_at,
        Notice.state.in_([WorkState.QUEUED, WorkState.GATHERED, WorkState.DONE]),
    )
    return session().scalar(turn) is None


KIND = Kind(
    "reminder",
    Timing.BEFORE_DEADLINE,
    place=20,
    lane=Lane.FIRST,
    of_turn=True,
    gathered_in="digest",
    true_while=is_under_way,
    worth_telling=was_not_just_told,
    label=N_("my time for a turn is running out"),
    mails=N_("reminders about your turns"),
    headline=N_("Your time in %(game)s is running out"),
    told_as=N_("Reminder"),
)

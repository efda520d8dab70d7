"""Whether the time of the turn under way is over, and whether whoever hears of it gives more."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, exists, select

from service.core.db import session
from service.models import Game, InboundMail, WorkState
from service.play.facts import TimeRanOut
from service.play.turn_clocks import move_deadline
from service.work.facts import tell
from service.work.heartbeats import was_away
from service.work.holds import is_held


def is_given_more_time(game: Game, now: datetime) -> bool:
    """Tell that the time of the turn under way is over; says whether whoever has heard of it has given more.

    It is not over if a vacation was taken at the very moment at which the turn was given.
    """
    if not move_deadline(game, now):
        tell(TimeRanOut(game, now))
    return game.deadline is None or game.deadline >= now


def deadline_has_passed(game: Game, now: datetime) -> bool:
    """Whether the time of the turn under way is over, and no answer in time is still unread.

    No time is over while clocks are held, nor right after an outage, until that is made up for.
    """
    if game.deadline is None or now <= game.deadline or is_held():
        return False
    return not was_away(now) and session().scalar(select(Game.id).where(Game.id == game.id, answer_waits())) is None


def answer_waits() -> ColumnElement[bool]:
    """Whether a mail about the game came before the deadline and was not read yet: it counts as of when it came."""
    return exists().where(
        InboundMail.game_id == Game.id,
        InboundMail.state == WorkState.QUEUED,
        InboundMail.received_at <= Game.deadline,
    )

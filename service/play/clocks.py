"""Deadlines: end or hand over the turn of a player who runs out of time, unless our email failed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, exists, or_, select

from service.db.clock import time_json
from service.db.engines import session, transaction
from service.jobs import events
from service.jobs.facts import tell
from service.jobs.heartbeats import INBOUND, UNSEEN, was_away
from service.language.errors import Conflict
from service.models import Event, Game, GameStatus
from service.play.facts import LastCall, TurnMissed
from service.play.positions import position_to_play
from service.play.seating import lock_game, seat_of
from service.play.timekeeping import LONG, REMINDED_BEFORE, warned_before
from service.play.turn_clocks import (
    answer_waits,
    deadline_has_passed,
    held_in_time,
    is_given_more_time,
    may_answer_by_mail,
    restart_clock,
)
from service.play.turns import run_out_of_time

DAY = timedelta(days=1)
NEAR, LAST_CALL = "deadline.near", "deadline.last_call"
CALLED_BEFORE = timedelta(hours=3)
"""Time before a deadline at which a player who has been reminded and has not moved is warned for the last time."""


def overdue_games(now: datetime, limit: int = 100) -> Sequence[str]:
    """List games past their deadline, longest first, except those with an unread email or a held move in time.

    While `inbound` is down, leave out those whose player may answer by email.
    """
    late = or_(Game.held_at.is_(None), Game.held_at > Game.deadline)
    overdue = select(Game.id).where(Game.status == GameStatus.ACTIVE, Game.deadline < now, late, ~answer_waits())
    if was_away(now, UNSEEN, INBOUND):
        overdue = overdue.where(~may_answer_by_mail())
    return session().scalars(overdue.order_by(Game.deadline).limit(limit)).all()


def enforce_deadline(game_id: str, now: datetime) -> bool:
    """Apply the timeout rule to a player out of time, or extend the deadline; return whether it had passed.

    Restart the clock if nobody can move because of a fault in the game.
    """
    with transaction():
        game = lock_game(game_id)
        if (
            game.status != GameStatus.ACTIVE
            or game.to_move is None
            or held_in_time(game)
            or not deadline_has_passed(game, now)
        ):
            return False
        if _stands_still(game):
            restart_clock(game, now)
        elif not is_given_more_time(game, now):
            tell(TurnMissed(game, now))
            run_out_of_time(game, seat_of(game, game.to_move), now)
        return True


def games_near_deadline(now: datetime, limit: int = 100) -> Sequence[str]:
    """List games whose deadline is near and that have no event yet for it, the most urgent first.

    Games with a fast clock are left out: their players are there and see the clock.
    """
    is_near = or_(
        Game.deadline <= now + warned_before(DAY),
        and_(Game.days_per_move >= LONG // DAY, Game.deadline <= now + REMINDED_BEFORE),
    )
    return _running_out(now, is_near, NEAR, limit)


def games_at_last_call(now: datetime, limit: int = 100) -> Sequence[str]:
    """List games whose last call is due, the most urgent first."""
    return _running_out(now, Game.deadline <= now + CALLED_BEFORE, LAST_CALL, limit)


def tell_of_deadline(game_id: str, now: datetime) -> bool:
    """Record an event that the deadline of this turn is near, once per turn; return whether it was new."""
    with transaction():
        game = lock_game(game_id)
        deadline = _deadline_untold(game, NEAR)
        if deadline is not None:
            events.record("deadline.near", game, now, seat=game.to_move, deadline=time_json(deadline))
        return deadline is not None


def call_for_the_last_time(game_id: str, now: datetime) -> bool:
    """Record the last call before a deadline and notify the player to move; return whether it was new."""
    with transaction():
        game = lock_game(game_id)
        deadline = _deadline_untold(game, LAST_CALL)
        if deadline is None or game.to_move is None:
            return False
        events.record("deadline.last_call", game, now, seat=game.to_move, deadline=time_json(deadline))
        tell(LastCall(game, seat_of(game, game.to_move), now))
        return True


def _stands_still(game: Game) -> bool:
    try:
        position_to_play(game)
    except Conflict:
        return True
    return False


def _running_out(now: datetime, is_time: ColumnElement[bool], kind: str, limit: int) -> Sequence[str]:
    slow = Game.status == GameStatus.ACTIVE, Game.fast_clock.is_(None)
    found = select(Game.id).where(*slow, Game.deadline > now, is_time, ~_is_told(kind))
    return session().scalars(found.order_by(Game.deadline).limit(limit)).all()


def _deadline_untold(game: Game, kind: str) -> datetime | None:
    """Return the deadline of the turn under way, or None if an event of that type was recorded for it."""
    if game.deadline is None or session().scalar(select(Game.id).where(Game.id == game.id, _is_told(kind))):
        return None
    return game.deadline


def _is_told(kind: str) -> ColumnElement[bool]:
    return exists().where(Event.game_id == Game.id, Event.type == kind, Event.version >= Game.turn)

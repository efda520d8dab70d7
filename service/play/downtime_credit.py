"""Extend deadlines after an outage: it must not cost a player the game.

The start of an outage is not recorded. Its length is the time between two heartbeats. While `inbound` alone is down,
the turns of players who may answer by email are extended.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, bindparam, exists, select, update

from service.db.clock import lead
from service.db.engines import session, transaction
from service.jobs import counters
from service.jobs.facts import tell
from service.jobs.heartbeats import (
    INBOUND,
    NOTICED,
    NOTICED_FAST,
    SINCE,
    forget_heartbeats,
    last_heartbeat,
    note_heartbeat,
    note_lag,
)
from service.jobs.holds import is_held
from service.jobs.signs import signs
from service.models import Event, Game, GameStatus
from service.play.facts import DeadlinesMoved
from service.play.seating import lock_game
from service.play.timekeeping import Break, Why
from service.play.turn_clocks import may_answer_by_mail, move_deadline

NOTICED_OF_MAIL = timedelta(minutes=5)
MOST_OF_MAIL = timedelta(days=3)
"""No turn gets more for an outage of `inbound`; after that it counts as not used."""
CREDIT = "inbound credit "
"""The prefix of the counters of the last credit for an outage of `inbound`: `at`, `seconds`, `games`."""

_GOES = Game.status == GameStatus.ACTIVE, Game.deadline.is_not(None)
_GAMES = Game.metadata.tables[Game.__tablename__]
_EXTEND = (
    update(_GAMES)
    .where(_GAMES.c.id == bindparam("game"), _GAMES.c.deadline == bindparam("ended"))
    .values(deadline=bindparam("ends"), bot_due_at=bindparam("bot_due"))
)
"""Skip turns that began in the meantime: they have their full time."""


def extend_deadlines(span: timedelta, now: datetime, *which: ColumnElement[bool]) -> None:
    """Extend the deadlines of turns under way by a time span, in the current transaction; reminders move too.

    A turn that began within the span has its full time from now on.
    """
    columns = select(Game.id, Game.deadline, Game.bot_due_at, Game.days_per_move)
    running = columns.where(*_GOES, *which, Game.turn_clock.is_(None)).order_by(Game.id)
    moved = [
        {"game": game, "ended": ends, "ends": ends + more, "bot_due": bot_due and bot_due + more}
        for game, ends, bot_due, days in session().execute(running).all()
        if ends and (more := min(span, now - (ends - timedelta(days=days)))) > timedelta()
    ]
    if moved:
        session().connection().execute(_EXTEND, moved)
        session().expire_all()
        tell(DeadlinesMoved(now))
    _leave_out(span, now, *which, Game.turn_clock.is_not(None))


def _leave_out(span: timedelta, now: datetime, *which: ColumnElement[bool]) -> int:
    """Exclude a time span from the clocks of the selected turns under way; return how many deadlines it moved."""
    outage = Break(now - span, now, Why.OUTAGE)
    games = session().scalars(select(Game.id).where(*_GOES, *which).order_by(Game.id)).all()
    return sum(move_deadline(lock_game(game_id), now, outage) for game_id in games)


def keep_schedule(now: datetime) -> None:
    """Record a heartbeat; after an outage, extend all deadlines by its length, once.

    After an outage of about a minute, extend only those of fast clocks. When a clock that is behind skips a minute or
    more, extend those of games in which something has happened since it fell behind.

    Do nothing during a hold, whose release extends deadlines too, or in a sandbox with a moved clock.
    """
    with transaction():
        lag, gap = note_lag(now), note_heartbeat(now)
        if lead() or is_held():
            return
        if lag is not None and lag.span >= NOTICED_FAST:
            extend_deadlines(lag.span, now, exists().where(Event.game_id == Game.id, Event.id > lag.after_event))
        if gap >= NOTICED:
            extend_deadlines(gap, now)
            if last := last_heartbeat(INBOUND):
                note_heartbeat(last + gap, INBOUND)  # counts once
        elif gap >= NOTICED_FAST:
            _leave_out(gap, now, Game.fast_clock.is_not(None))
        _credit_mail(now)


def _credit_mail(now: datetime) -> None:
    """Extend the turns of players who may answer by email once an `inbound` is seen again, or has been away too long.

    If it was stopped in order, or never ran, nobody waits for it.
    """
    known, last = signs("inbound"), last_heartbeat(INBOUND)
    running = [sign.seen_at for sign in known if sign.stopped_at is None]
    if known and not running:
        forget_heartbeats(INBOUND)
        return
    seen = max([*running, *filter(None, [last])], default=None)
    if seen is None:
        return
    gap = note_heartbeat(seen, INBOUND)
    if now - seen >= MOST_OF_MAIL:
        forget_heartbeats(INBOUND)
        gap = MOST_OF_MAIL if last else gap
    if gap >= NOTICED_OF_MAIL:
        _note_credit(min(gap, MOST_OF_MAIL), now)


def _note_credit(span: timedelta, now: datetime) -> None:
    moved = _leave_out(span, now, may_answer_by_mail())
    of_it = {"at": (now - SINCE).total_seconds(), "seconds": span.total_seconds(), "games": moved}
    for name, value in of_it.items():
        counters.hold(f"{CREDIT}{name}").value = int(value)

"""The backlog: work that waits, and since when, for /metrics and for `sundial status`, which also says why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, exists, func, or_, select, true
from sqlalchemy.orm import aliased

from service.db.engines import session
from service.jobs.heartbeats import last_heartbeat
from service.jobs.holds import HELD, is_released
from service.models import (
    Claimable,
    Envelope,
    Event,
    Game,
    GameStatus,
    InboundMail,
    Model,
    Notice,
    OpponentTurn,
    RatedGame,
    WebhookAttempt,
    WebhookDelivery,
    WorkState,
)

LATE = timedelta(minutes=10)
"""Work due for that long is late: every sweep runs more often."""
MAIL = (Notice, Envelope, InboundMail)
MAIL_LATE = timedelta(minutes=1)
"""The limit for email, which normally takes seconds: people wait for sign-in links."""
CLOCK_LATE = 120
"""Seconds: the scheduler has a heartbeat every ten."""


@dataclass(frozen=True)
class Backlog:
    """One kind of work: the number of rows by state, and when the oldest queued one was first due."""

    kind: str
    counts: Mapping[WorkState, int]
    oldest_due: datetime | None

    def seconds_late(self, now: datetime) -> float:
        """Return how long the oldest one has been due."""
        return seconds_since(self.oldest_due, now)


@dataclass(frozen=True)
class Oldest:
    """The row that was due first: its attempts, its lease, and its last error."""

    attempts: int
    held_until: datetime | None
    why: str | None


def kinds_of_work() -> list[type[Any]]:
    """List every claimable table, by name."""
    kinds = [mapper.class_ for mapper in Model.registry.mappers if issubclass(mapper.class_, Claimable)]
    return sorted(kinds, key=lambda kind: str(kind.__tablename__))


def backlog(kind: type[Any], states: Collection[WorkState] = tuple(WorkState)) -> Backlog:
    """Count the rows of a kind in these states."""
    counted = select(kind.state, func.count()).where(kind.state.in_(states)).group_by(kind.state)
    counts = session().execute(counted).all()
    return Backlog(kind.__tablename__, {state: count for state, count in counts}, _oldest_due(kind))  # noqa: C416  # rows are not typed as pairs


def late(kind: type[Any], now: datetime) -> int:
    """Count the late rows of a kind."""
    return session().scalar(select(func.count()).select_from(kind).where(is_late(kind, now))) or 0


def is_late(kind: type[Any], now: datetime) -> ColumnElement[bool]:
    """Build the condition that a row of a kind is late; nothing is during a hold after a restore."""
    before = now - late_after(kind)
    return and_(_waits(kind), or_(kind.due_at < before, and_(_is_retried(kind), kind.first_due_at < before)))


def _oldest_due(kind: type[Any]) -> datetime | None:
    due = select(func.min(kind.due_at)).where(_waits(kind))
    first_due = select(func.min(kind.first_due_at)).where(_waits(kind), _is_retried(kind))
    return min(filter(None, (session().scalar(each) for each in (due, first_due))), default=None)


def _waits(kind: type[Any]) -> ColumnElement[bool]:
    return and_(kind.state == WorkState.QUEUED, is_released() if kind in HELD else true())


def _is_retried(kind: type[Any]) -> ColumnElement[bool]:
    """Build the condition that a row counts as late from its `first_due_at`.

    If a mail server has since accepted another email, a deferred one is its recipient's concern and not the operator's.
    """
    is_operators = func.coalesce(Envelope.first_due_at > last_accepted(), true()) if kind is Envelope else true()
    return and_(kind.first_due_at.is_not(None), is_operators)


def last_accepted() -> ScalarSelect[datetime]:
    """Build the query for when a mail server last accepted an email; NULL if none did."""
    other = aliased(Envelope)
    return select(func.max(other.due_at)).where(other.state == WorkState.DONE).scalar_subquery()


def late_after(kind: type[Any]) -> timedelta:
    """Return how long a row of that kind may be due before it counts as late."""
    return MAIL_LATE if kind in MAIL else LATE


def held_up(now: datetime) -> list[str]:
    """Return what is delayed although requests are answered: `mail`, `sweeps`."""
    beat = last_heartbeat()
    is_clock_late = beat is None or seconds_since(beat, now) > CLOCK_LATE
    waits = {"mail": any(late(kind, now) for kind in MAIL), "sweeps": is_clock_late}
    return [name for name, is_so in waits.items() if is_so]


def oldest(kind: type[Any]) -> Oldest | None:
    """Find the row of a kind that was due first, or None."""
    due = _oldest_due(kind)
    first = select(kind).where(_waits(kind), or_(kind.due_at == due, kind.first_due_at == due)).limit(1)
    row: Any = session().scalar(first)
    if row is None:
        return None
    reason = REASONS.get(kind)
    return Oldest(row.attempts, row.leased_until, session().scalar(reason(row)) if reason else None)


def computers_stuck(now: datetime) -> Select[str]:
    """Select the ids of games in which the computer has been to move for longer than `LATE`."""
    given = exists().where(
        Event.game_id == OpponentTurn.game_id, Event.version == OpponentTurn.version, Event.type == "turn.started"
    )
    waits = OpponentTurn.state == WorkState.QUEUED, Game.status == GameStatus.ACTIVE, Game.turn == OpponentTurn.version
    stuck = select(Game.id).join(OpponentTurn, OpponentTurn.game_id == Game.id)
    return stuck.where(*waits, ~given.where(Event.at >= now - LATE)).order_by(Game.id)


def audits_due() -> datetime | None:
    """Return when the oldest audit of a game was due."""
    due: datetime | None = session().scalar(select(func.min(Game.audit_due_at)))
    return due


def ratings_due() -> datetime | None:
    """Return when the oldest game ended that waits to be rated."""
    waiting = select(func.min(RatedGame.finished_at)).where(RatedGame.settled_at.is_(None))
    due: datetime | None = session().scalar(waiting)
    return due


def game_faults() -> int:
    """Count the games whose last audit found a fault."""
    return session().scalar(select(func.count()).where(Game.fault.is_not(None))) or 0


def seconds_since(due: datetime | None, now: datetime) -> float:
    """Return the seconds since a time; 0 if it is in the future, or None."""
    return max((now - due).total_seconds(), 0) if due else 0


REASONS: Mapping[type[Any], Callable[[Any], Select[Any]]] = {
    Envelope: lambda envelope: select(Envelope.last_reply).where(Envelope.id == envelope.id),
    WebhookDelivery: lambda delivery: (
        select(WebhookAttempt.trouble)
        .where(WebhookAttempt.delivery_id == delivery.id)
        .order_by(WebhookAttempt.id.desc())
        .limit(1)
    ),
}
"""Queries for the last error of a kind's row; those of other kinds are only in the log."""

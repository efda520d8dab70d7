"""Claiming rows of work: by lease, and fenced.

A worker that dies gives back what it held when the lease is over; one that was only thought dead changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, and_, inspect, or_, select, true, update
from sqlalchemy.orm import Mapper

from service.core.db import transaction
from service.core.model import ColumnValue
from service.models import Envelope, InboundMail, Notice, OpponentTurn, WebhookDelivery, WorkState
from service.work.holds import HELD, is_held

Row: TypeAlias = Envelope | InboundMail | Notice | OpponentTurn | WebhookDelivery
W = TypeVar("W", Envelope, InboundMail, Notice, OpponentTurn, WebhookDelivery)


def claim(
    kind: type[W], now: datetime, lease: timedelta, limit: int, *, where: ColumnElement[bool] | None = None
) -> Sequence[W]:
    """Up to `limit` rows that are due and nobody else holds, now held until `now + lease`; longest due first.

    They are detached from the session: read anew, a row would show the fence of whoever holds it by then. While it is
    held after a restore, nobody gets any of what goes out.
    """
    with transaction() as current:
        if kind in HELD and is_held():
            return []
        rows = current.scalars(
            select(kind)
            .where(is_free(kind, now), true() if where is None else where)
            .order_by(kind.due_at)
            .limit(limit)
            .with_for_update(skip_locked=True, of=kind)
            .execution_options(populate_existing=True)
        ).all()
        for row in rows:
            row.leased_until = now + lease
            row.fence += 1
            row.attempts += 1
        current.flush()
        for row in rows:
            current.expunge(row)
        return rows


def is_free(kind: type[W], now: datetime) -> ColumnElement[bool]:
    """Whether a row is due and nobody holds it."""
    unheld = or_(kind.leased_until.is_(None), kind.leased_until < now)
    return and_(kind.state == WorkState.QUEUED, kind.due_at <= now, unheld)


def settle(row: Row, **changes: ColumnValue) -> bool:
    """Change a claimed row and give up the lease; False, and nothing changed, if the lease went to somebody else."""
    kind = type(row)
    mapper: Mapper[Any] = inspect(kind)
    key = zip(mapper.primary_key, mapper.primary_key_from_instance(row), strict=True)
    is_row = [column == value for column, value in key]
    still_ours = update(kind).where(*is_row, kind.fence == row.fence, kind.state == WorkState.QUEUED)
    with transaction() as current:
        return bool(current.scalars(still_ours.values(leased_until=None, **changes).returning(kind.fence)).all())


def release(row: Row) -> bool:
    """Give a claimed row up as if nobody had claimed it: it is free at once, and the attempt does not count."""
    return settle(row, attempts=row.attempts - 1)


def put_off(row: Row, now: datetime, *, for_good: bool = False, **changes: ColumnValue) -> bool:
    """Let a claimed row be tried again later, or `for_good` never again."""
    wish = {"state": WorkState.FAILED} if for_good else {"due_at": _retry_at(now, row.attempts)}
    return settle(row, **wish, **changes)


def _retry_at(now: datetime, attempts: int) -> datetime:
    """When to try again after so many attempts: 10 s, 20 s, 40 s … up to an hour apart."""
    return now + min(timedelta(seconds=5 * 2 ** min(attempts, 10)), timedelta(hours=1))

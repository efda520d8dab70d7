"""Claiming rows of work: by lease, and fenced.

A worker that dies gives back what it held when the lease is over; one that was only thought dead changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    SQLColumnExpression,
    and_,
    bindparam,
    inspect,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.orm import Mapper
from sqlalchemy.sql.dml import ReturningUpdate

from service.core.db import transaction
from service.core.model import ColumnValue
from service.models import (
    Analysis,
    Envelope,
    InboundMail,
    Lane,
    Notice,
    OpponentTurn,
    SeatPlan,
    WebhookDelivery,
    WorkState,
)
from service.work.holds import HELD, is_released

Row: TypeAlias = Analysis | Envelope | InboundMail | Notice | OpponentTurn | SeatPlan | WebhookDelivery
N = TypeVar("N", Envelope, Notice)
W = TypeVar("W", Analysis, Envelope, InboundMail, Notice, OpponentTurn, SeatPlan, WebhookDelivery)
_KEY, _FENCE = "of_key_{}", "of_fence"
"""Names of values that no column has."""


def claim(
    kind: type[W], now: datetime, lease: timedelta, limit: int, *, where: ColumnElement[bool] | None = None
) -> Sequence[W]:
    """Up to `limit` rows that are due and nobody else holds, now held until `now + lease`; longest due first.

    They are detached from the session: read anew, a row would show the fence of whoever holds it by then. While it is
    held after a restore, nobody gets any of what goes out.
    """
    claiming = _claiming(kind) if where is None else claim_of(kind, where, kind.due_at)
    return claimed(claiming, {"now": now, "most": limit, "until": now + lease})


def claim_of_lane(kind: type[N], lane: Lane, now: datetime, lease: timedelta, limit: int) -> Sequence[N]:
    """Those of one lane, as `claim`."""
    return claimed(_claiming_lane(kind), {"now": now, "most": limit, "until": now + lease, "of_lane": lane})


def claim_one(kind: type[N], number: int, now: datetime, lease: timedelta) -> Sequence[N]:
    """The row of that number if it is due and nobody else holds it, as `claim`."""
    return claimed(_claiming_one(kind), {"now": now, "most": 1, "until": now + lease, "number": number})


def claimed(claiming: ReturningUpdate[W], values: Mapping[str, object]) -> Sequence[W]:
    """What a statement of `claim_of` claims with those values: `now`, `most`, `until`, and its own."""
    with transaction() as current:
        rows = current.scalars(claiming, values).all()
        for row in rows:
            current.expunge(row)
    return sorted(rows, key=lambda row: row.due_at)


@cache
def _claiming(kind: type[W]) -> ReturningUpdate[W]:
    """Made once: to put it together takes as long as to run it. So with the next."""
    return claim_of(kind, true(), kind.due_at)


@cache
def _claiming_lane(kind: type[N]) -> ReturningUpdate[N]:
    return claim_of(kind, kind.lane == bindparam("of_lane"), kind.due_at)


@cache
def _claiming_one(kind: type[N]) -> ReturningUpdate[N]:
    return claim_of(kind, kind.id == bindparam("number"), kind.due_at)


def claim_of(kind: type[W], where: ColumnElement[bool], *order: SQLColumnExpression[Any]) -> ReturningUpdate[W]:
    """The statement that claims free rows in that order."""
    keys = inspect(kind).primary_key
    free = is_free(kind, bindparam("now")), is_released() if kind in HELD else true(), where
    due = select(*keys).where(*free).order_by(*order).limit(bindparam("most"))
    locked = due.with_for_update(skip_locked=True, of=kind).cte("due").prefix_with("MATERIALIZED")
    claimed = update(kind).where(*(key == locked.c[key.name] for key in keys))
    held = claimed.values(leased_until=bindparam("until"), fence=kind.fence + 1, attempts=kind.attempts + 1)
    return held.returning(kind).execution_options(populate_existing=True, synchronize_session=False)


def is_free(kind: type[W], now: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Whether a row is due and nobody holds it."""
    unheld = or_(kind.leased_until.is_(None), kind.leased_until < now)
    return and_(kind.state == WorkState.QUEUED, kind.due_at <= now, unheld)


def settle(row: Row, **changes: ColumnValue) -> bool:
    """Change a claimed row and give up the lease; False, and nothing changed, if the lease went to somebody else."""
    mapper: Mapper[Any] = inspect(type(row))
    keys = mapper.primary_key_from_instance(row)
    values = {_KEY.format(number): value for number, value in enumerate(keys)} | {_FENCE: row.fence}
    with transaction() as current:
        return bool(current.scalars(_settling(type(row), tuple(changes)), values | changes).all())


@cache
def _settling(kind: type[Row], names: Sequence[str]) -> ReturningUpdate[int]:
    """The change of these columns of a claimed row. Made once, as the claims; nobody has the row in the session."""
    mapper: Mapper[Any] = inspect(kind)
    is_row = [key == bindparam(_KEY.format(number)) for number, key in enumerate(mapper.primary_key)]
    still_ours = update(kind).where(*is_row, kind.fence == bindparam(_FENCE), kind.state == WorkState.QUEUED)
    given = {name: bindparam(name, type_=mapper.columns[name].type) for name in names}
    settled = still_ours.values(leased_until=None, **given).returning(kind.fence)
    return settled.execution_options(synchronize_session=False)


def release(row: Row) -> bool:
    """Give a claimed row up as if nobody had claimed it: it is free at once, and the attempt does not count."""
    return settle(row, attempts=row.attempts - 1)


def put_off(
    row: Row, now: datetime, *, for_good: bool = False, earliest: datetime | None = None, **changes: ColumnValue
) -> bool:
    """Let a claimed row be tried again later, not before `earliest`, or `for_good` never again."""
    due_at = max(_retry_at(now, row.attempts), earliest or now)
    wish = {"state": WorkState.FAILED} if for_good else {"due_at": due_at}
    return settle(row, **wish, **changes)


def _retry_at(now: datetime, attempts: int) -> datetime:
    """When to try again after so many attempts: 10 s, 20 s, 40 s … up to an hour apart."""
    return now + min(timedelta(seconds=5 * 2 ** min(attempts, 10)), timedelta(hours=1))

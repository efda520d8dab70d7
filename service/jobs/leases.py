"""Leases with fencing tokens: claim, settle and release rows of work.

The lease of a dead worker expires; a worker that was only presumed dead cannot change its rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    SQLColumnExpression,
    Update,
    and_,
    bindparam,
    exists,
    func,
    inspect,
    literal_column,
    null,
    or_,
    select,
    true,
    update,
)
from sqlalchemy import Row as Found
from sqlalchemy.orm import Mapper, aliased
from sqlalchemy.sql.dml import ReturningUpdate

from service.db.engines import transaction
from service.db.model import ColumnValue
from service.jobs.holds import HELD, is_released
from service.models import (
    Analysis,
    Envelope,
    HeldMove,
    InboundMail,
    Notice,
    OpponentTurn,
    PushDelivery,
    SeatPlan,
    WebhookDelivery,
    WorkState,
)

Row: TypeAlias = (
    Analysis | Envelope | HeldMove | InboundMail | Notice | OpponentTurn | PushDelivery | SeatPlan | WebhookDelivery
)
Q = TypeVar("Q", Envelope, InboundMail, Notice)
Ts = TypeVarTuple("Ts")
W = TypeVar(
    "W", Analysis, Envelope, HeldMove, InboundMail, Notice, OpponentTurn, PushDelivery, SeatPlan, WebhookDelivery
)
_KEY, _FENCE = "of_key_{}", "of_fence"
"""Bind names that no column has."""


def claim(
    kind: type[W], now: datetime, lease: timedelta, limit: int, *, where: ColumnElement[bool] | None = None
) -> Sequence[W]:
    """Claim up to `limit` due, free rows until `now + lease`; the longest due come first.

    They are detached from the session, because a fresh read would show a later holder's fence. During a hold after a
    restore, no outgoing work is claimed.
    """
    claiming = _claiming(kind) if where is None else claim_of(kind, where, kind.due_at)
    return claimed(claiming, {"now": now, "most": limit, "until": now + lease})


def claim_first(
    claiming: ReturningUpdate[Q, bool, *Ts], now: datetime, lease: timedelta, limit: int = 1, **values: object
) -> Sequence[Found[Q, bool, *Ts]]:
    """Claim up to `limit` rows, one by one with a statement of `claim_of_first`, with its other columns."""
    found = list[Found[Q, bool, *Ts]]()
    given = {"now": now, "until": now + lease, **values}
    with transaction() as current:
        while len(found) < limit and (claimed := current.execute(claiming, given).first()):
            claimed[0].is_last = claimed[1]
            current.expunge(claimed[0])
            found.append(claimed)
    return found


def claim_one(kind: type[Notice], number: int, now: datetime, lease: timedelta) -> Sequence[Notice]:
    """Claim the row with that number, if it is due and free."""
    return claimed(_claiming_one(kind), {"now": now, "most": 1, "until": now + lease, "number": number})


def claimed(claiming: ReturningUpdate[W], values: Mapping[str, object]) -> Sequence[W]:
    """Run a statement of `claim_of` with its values: `now`, `most`, `until`, and its own."""
    with transaction() as current:
        rows = current.scalars(claiming, values).all()
        for row in rows:
            current.expunge(row)
    return sorted(rows, key=lambda row: row.due_at)


@cache
def _claiming(kind: type[W]) -> ReturningUpdate[W]:
    """Build the claim of a kind; cached, because building it takes as long as running it."""
    return claim_of(kind, true(), kind.due_at)


@cache
def _claiming_one(kind: type[Notice]) -> ReturningUpdate[Notice]:
    return claim_of(kind, kind.id == bindparam("number"), kind.due_at)


def claim_of(kind: type[W], where: ColumnElement[bool], *order: SQLColumnExpression[Any]) -> ReturningUpdate[W]:
    """Build the statement that claims free rows in that order."""
    keys = inspect(kind).primary_key
    due = select(*keys).where(*_can_be_claimed(kind), where).order_by(*order).limit(bindparam("most"))
    locked = due.with_for_update(skip_locked=True, of=kind).cte("due").prefix_with("MATERIALIZED")
    return leased(kind).where(*(key == locked.c[key.name] for key in keys)).returning(kind)


def claim_of_first(kind: type[Q], *which: ColumnElement[bool]) -> ReturningUpdate[Q, bool]:
    """Build the statement that claims one free row: the longest due of the first condition that any row meets.

    It also returns whether nothing else is due.
    """
    waiting = [select(kind.id).where(*_can_be_claimed(kind), each).order_by(kind.due_at).limit(1) for each in which]
    locked = [each.with_for_update(skip_locked=True).correlate(None).scalar_subquery() for each in waiting]
    other = aliased(kind)
    is_last = ~exists().where(is_free(other, bindparam("now")), other.id != of_claimed(kind, "id"))
    return leased(kind).where(kind.id == func.coalesce(*locked)).returning(kind, is_last)


def of_claimed(kind: type[Q], name: str) -> ColumnElement[Any]:
    """Refer to a column of the claimed row in RETURNING, where SQLAlchemy omits the table for SQLite."""
    return literal_column(f"{kind.__tablename__}.{name}")


def leased(kind: type[W]) -> Update:
    """Build the statement that leases rows; the caller adds a condition that only locked rows meet."""
    held = update(kind).values(leased_until=bindparam("until"), fence=kind.fence + 1, attempts=kind.attempts + 1)
    return held.execution_options(populate_existing=True, synchronize_session=False)


def _can_be_claimed(kind: type[W]) -> tuple[ColumnElement[bool], ...]:
    return is_free(kind, bindparam("now")), is_released() if kind in HELD else true()


def is_free(kind: type[W], now: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Build the condition that a row is due and free."""
    unheld = or_(kind.leased_until.is_(None), kind.leased_until < now)
    return and_(kind.state == WorkState.QUEUED, kind.due_at <= now, unheld)


def settle(row: Row, **changes: ColumnValue) -> bool:
    """Change a claimed row and end its lease; False, without a change, if the lease is another worker's."""
    mapper: Mapper[Any] = inspect(type(row))
    keys = mapper.primary_key_from_instance(row)
    values = {_KEY.format(number): value for number, value in enumerate(keys)} | {_FENCE: row.fence}
    with transaction() as current:
        return bool(current.scalars(_settling(type(row), tuple(changes)), values | changes).all())


@cache
def _settling(kind: type[Row], names: Sequence[str]) -> ReturningUpdate[int]:
    """Build the change of these columns of a claimed row; cached. The session does not hold the row."""
    mapper: Mapper[Any] = inspect(kind)
    is_row = [key == bindparam(_KEY.format(number)) for number, key in enumerate(mapper.primary_key)]
    still_ours = update(kind).where(*is_row, kind.fence == bindparam(_FENCE), kind.state == WorkState.QUEUED)
    given: dict[str, ColumnElement[Any]] = {name: bindparam(name, type_=mapper.columns[name].type) for name in names}
    if "state" in given:
        given.setdefault("first_due_at", null())  # it waits no longer
    settled = still_ours.values(leased_until=None, **given).returning(kind.fence)
    return settled.execution_options(synchronize_session=False)


def release(row: Row) -> bool:
    """Release a claimed row at once, without counting the attempt."""
    return settle(row, attempts=row.attempts - 1)


def put_off(
    row: Row, now: datetime, *, for_good: bool = False, earliest: datetime | None = None, **changes: ColumnValue
) -> bool:
    """Retry a claimed row later, not before `earliest`; with `for_good`, mark it as failed.

    It counts as late from when it was first due, unless `changes` say otherwise.
    """
    if for_good:
        return settle(row, state=WorkState.FAILED, **changes)
    due_at = max(_retry_at(now, row.attempts), earliest or now)
    first: dict[str, ColumnValue] = {"first_due_at": row.first_due_at or row.due_at}
    return settle(row, due_at=due_at, **first | changes)


def _retry_at(now: datetime, attempts: int) -> datetime:
    """Compute the next attempt with exponential backoff: 10 s, 20 s, 40 s … up to an hour apart."""
    return now + min(timedelta(seconds=5 * 2 ** min(attempts, 10)), timedelta(hours=1))

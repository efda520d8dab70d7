"""Claiming rows of work: by lease, and fenced.

A worker that dies gives back what it held when the lease is over; one that was only thought dead changes nothing.
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
    or_,
    select,
    true,
    update,
)
from sqlalchemy import Row as Found
from sqlalchemy.orm import Mapper, aliased
from sqlalchemy.sql.dml import ReturningUpdate

from service.core.db import transaction
from service.core.model import ColumnValue
from service.models import (
    Analysis,
    Envelope,
    InboundMail,
    Notice,
    OpponentTurn,
    SeatPlan,
    WebhookDelivery,
    WorkState,
)
from service.work.holds import HELD, is_released

Row: TypeAlias = Analysis | Envelope | InboundMail | Notice | OpponentTurn | SeatPlan | WebhookDelivery
Q = TypeVar("Q", Envelope, InboundMail, Notice)
Ts = TypeVarTuple("Ts")
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


def claim_first(
    claiming: ReturningUpdate[Q, bool, *Ts], now: datetime, lease: timedelta, limit: int = 1, **values: object
) -> Sequence[Found[Q, bool, *Ts]]:
    """Up to `limit` rows, as `claim`, one by one by a statement of `claim_of_first`, with what else that returns."""
    found = list[Found[Q, bool, *Ts]]()
    given = {"now": now, "until": now + lease, **values}
    with transaction() as current:
        while len(found) < limit and (claimed := current.execute(claiming, given).first()):
            claimed[0].is_last = claimed[1]
            current.expunge(claimed[0])
            found.append(claimed)
    return found


def claim_one(kind: type[Notice], number: int, now: datetime, lease: timedelta) -> Sequence[Notice]:
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
def _claiming_one(kind: type[Notice]) -> ReturningUpdate[Notice]:
    return claim_of(kind, kind.id == bindparam("number"), kind.due_at)


def claim_of(kind: type[W], where: ColumnElement[bool], *order: SQLColumnExpression[Any]) -> ReturningUpdate[W]:
    """The statement that claims free rows in that order."""
    keys = inspect(kind).primary_key
    due = select(*keys).where(*_can_be_claimed(kind), where).order_by(*order).limit(bindparam("most"))
    locked = due.with_for_update(skip_locked=True, of=kind).cte("due").prefix_with("MATERIALIZED")
    return leased(kind).where(*(key == locked.c[key.name] for key in keys)).returning(kind)


def claim_of_first(kind: type[Q], *which: ColumnElement[bool]) -> ReturningUpdate[Q, bool]:
    """The statement that claims one free row: the longest due of those that the first condition is true of, if any is.

    Else it is one of those of the next condition, and so on. With it comes whether nothing else is due.
    """
    waiting = [select(kind.id).where(*_can_be_claimed(kind), each).order_by(kind.due_at).limit(1) for each in which]
    locked = [each.with_for_update(skip_locked=True).correlate(None).scalar_subquery() for each in waiting]
    other = aliased(kind)
    is_last = ~exists().where(is_free(other, bindparam("now")), other.id != of_claimed(kind, "id"))
    return leased(kind).where(kind.id == func.coalesce(*locked)).returning(kind, is_last)


def of_claimed(kind: type[Q], name: str) -> ColumnElement[Any]:
    """A column of the claimed row, for a subquery in what is returned: there SQLAlchemy tells SQLite no table of it."""
    return literal_column(f"{kind.__tablename__}.{name}")


def leased(kind: type[W]) -> Update:
    """The statement that leases rows; the condition is added, and is true of locked rows alone."""
    held = update(kind).values(leased_until=bindparam("until"), fence=kind.fence + 1, attempts=kind.attempts + 1)
    return held.execution_options(populate_existing=True, synchronize_session=False)


def _can_be_claimed(kind: type[W]) -> tuple[ColumnElement[bool], ...]:
    return is_free(kind, bindparam("now")), is_released() if kind in HELD else true()


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

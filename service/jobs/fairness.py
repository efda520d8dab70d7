"""Fair queueing of the computer's work: claimants take turns, so nobody waits behind another's many requests.

A claimant is an account with its bots, or all visitors of one network. Each claimant has one thought in each round. A
new claimant joins the current round (start-time fair queueing: Goyal, Vin and Cheng, 1996). The claiming worker assigns
rounds to one thought after another, so a flood of requests gains nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import TypeVar

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, exists, false, func, select
from sqlalchemy.sql.dml import ReturningUpdate

from service.db.engines import session, transaction
from service.jobs.leases import claim_of, claimed, is_free
from service.models import Account, Analysis, OpponentTurn, WorkState

T = TypeVar("T", Analysis, OpponentTurn)
ACCOUNT, NETWORK = "account", "network"
QUICK = 2
"""The highest level that takes next to no time: quick thoughts go before slow ones."""
QUICK_IN_A_ROW, ACCOUNTS_IN_A_ROW = 20, 2
"""After so many in a row, a slow thought or a visitor's comes first."""
PLACED_AT_ONCE = 200

_in_a_row: Counter[tuple[type, str]] = Counter()
"""Claims of this process, in a row.

Quick thoughts are counted since the last slow one, and accounts' thoughts of each speed since the last visitor's.
"""


def claimant_of(account: Account) -> str:
    """Return the claimant of an account's work."""
    if account.visitor_since is not None:
        return f"{NETWORK} {account.network or ''}"
    return f"{ACCOUNT} {account.person_id}"


def claim_in_turn(kind: type[T], now: datetime, lease: timedelta, *, quick: bool = False) -> Sequence[T]:
    """Claim the next thought, as `leases.claim` does: a quick one if there is any, and no slow one if `quick`."""
    _place(kind, now)
    if quick:
        return _next(kind, now, lease, is_quick=True)
    slow_first = _in_a_row[kind, "quick"] >= QUICK_IN_A_ROW
    for is_quick in (not slow_first, slow_first):
        found = _next(kind, now, lease, is_quick=is_quick)
        if found:
            _in_a_row[kind, "quick"] = _in_a_row[kind, "quick"] + 1 if is_quick else 0
            return found
    return []


def _next(kind: type[T], now: datetime, lease: timedelta, *, is_quick: bool) -> Sequence[T]:
    if not session().scalar(select(exists().where(_waits(kind, is_quick=is_quick), is_free(kind, now)))):
        return []
    row = kind, f"of accounts, {is_quick}"
    visitors_first = _in_a_row[row] >= ACCOUNTS_IN_A_ROW
    for by_visitor in (visitors_first, not visitors_first):
        values = {"now": now, "most": 1, "until": now + lease, "visits": by_visitor}
        found = claimed(_claiming(kind, is_quick=is_quick), values)
        if found:
            _in_a_row[row] = 0 if by_visitor else _in_a_row[row] + 1
            return found
    return []


@cache
def _claiming(kind: type[T], *, is_quick: bool) -> ReturningUpdate[T]:
    """Build the claim of the next thought. Analyses of whole games wait for turns, but accounts never for visitors."""
    by_visitor: BindParameter[bool] = bindparam("visits")
    which = and_(_waits(kind, is_quick=is_quick), kind.by_visitor == by_visitor)
    if kind is Analysis and not is_quick:
        turns = OpponentTurn.claimant.is_not(None), func.coalesce(OpponentTurn.by_visitor, false()) <= by_visitor
        which = and_(which, ~exists().where(*turns, is_free(OpponentTurn, bindparam("now"))))
    order = (kind.round, kind.level, kind.due_at) if is_quick else (kind.round, kind.due_at)
    return claim_of(kind, which, *order)


def _waits(kind: type[T], *, is_quick: bool) -> ColumnElement[bool]:
    has_speed = kind.level <= QUICK if is_quick else kind.level > QUICK
    return and_(kind.claimant.is_not(None), kind.state == WorkState.QUEUED, has_speed)


def _place(kind: type[T], now: datetime) -> None:
    """Assign rounds to new thoughts, the quick ones first."""
    waits = kind.claimant.is_not(None), kind.state == WorkState.QUEUED
    new = select(kind).where(*waits, kind.by_visitor.is_(None)).order_by(kind.level, kind.due_at).limit(PLACED_AT_ONCE)
    if not session().scalar(select(new.exists())):
        return
    rounds: dict[tuple[str, bool], int] = {}
    with transaction() as current:
        found = new.with_for_update(skip_locked=True).execution_options(populate_existing=True)
        for row in current.scalars(found).all():
            claimant, is_quick = row.claimant or "", (row.level or 0) <= QUICK
            by_visitor = claimant.startswith(NETWORK)
            if (claimant, is_quick) not in rounds:
                rounds[claimant, is_quick] = _round(kind, claimant, now, by_visitor=by_visitor, is_quick=is_quick)
            row.by_visitor, row.round = by_visitor, rounds[claimant, is_quick]
            rounds[claimant, is_quick] += 1


def _round(kind: type[T], claimant: str, now: datetime, *, by_visitor: bool, is_quick: bool) -> int:
    """Return the current round, or the one after the claimant's last thought of that speed."""
    waits = _waits(kind, is_quick=is_quick)
    is_here = kind.by_visitor == by_visitor, kind.due_at <= now
    here = session().scalar(select(kind.round).where(waits, *is_here).order_by(kind.round).limit(1))
    own = session().scalar(select(func.max(kind.round)).where(waits, kind.claimant == claimant))
    return max(here or 0, 0 if own is None else own + 1)

"""Work that is over, by kind and state: for good once nothing is left to do that was due as early."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import ColumnElement, func, literal_column, select

from service.core.db import session
from service.metrics.ledger import Ledger, Tally, added
from service.models import SeatPlan, WorkState
from service.work.recounts import SETTLED, YOUNG, hour_numbered, hours, name_of

AGAIN = (SeatPlan,)
"""Queued again and again as long as their games go on, and gone with these: they are counted each time."""
LEFT = [state for state in WorkState if state not in SETTLED]


def settled_work(kind: type[Any], ledger: Ledger) -> Tally:
    """How many rows of a kind are in each state in which nobody sees to them any more.

    What was due before the mark is kept: none of it is left to be settled, and what is new is due later. Where
    something has got behind the mark all the same, all of the kind is counted anew.
    """
    what = name_of(kind)
    if kind in AGAIN:
        return Tally(what, Counter(), _count(kind), 0, is_anew=False)
    kept, mark, last = ledger.kept(what), _mark(kind, ledger), ledger.mark(what)
    besides = _count(kind, kind.due_at >= hour_numbered(mark))
    before = kind.due_at < hour_numbered(mark)
    if kept is None or mark < last:
        return Tally(what, added(_count(kind, before), ledger.gone(what)), besides, mark, is_anew=True)
    since = _count(kind, kind.due_at >= hour_numbered(last), before)
    return Tally(what, added(kept, since), besides, mark, is_anew=False)


def _mark(kind: type[Any], ledger: Ledger) -> int:
    """The hour up to which nothing is left to do, and nothing is young."""
    first = [select(func.min(kind.due_at)).where(kind.state == state).scalar_subquery() for state in LEFT]
    [found] = session().execute(select(*first))
    return min(hours(due_at) for due_at in (ledger.now - YOUNG, *found) if due_at is not None)


def _count(kind: type[Any], *which: ColumnElement[bool]) -> Counter[str]:
    counted = select(kind.state, func.count()).where(kind.state.in_(SETTLED), *which).group_by(literal_column("1"))
    return Counter({f"{state}": count for state, count in session().execute(counted)})

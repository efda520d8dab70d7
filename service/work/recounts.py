"""What is told to whoever counts, by those who take away what was counted for good.

Rows of work that are settled, and were due before a mark, are counted once (`service.metrics.settled`). One that goes
later, or is queued again, is counted here, in the transaction in which that happens; where nobody can say on which side
of the mark it is, all of its kind is to be counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, delete

from service.core import clock
from service.core.db import session
from service.core.model import Model
from service.models import Claimable, WorkState
from service.work import counters

SETTLED = (WorkState.DONE, WorkState.SUPERSEDED, WorkState.FAILED)
"""States of rows of work that nobody sees to any more."""
ANEW, GONE, MARK = "anew ", "gone ", "kept until "
"""Of the names of counters: how often all of something was to be counted anew, how much of it has gone, and up to
where it is counted for good."""
HOUR: Final = timedelta(hours=1)
YOUNG = 2 * HOUR
"""What was due since then is not counted for good: a transaction may be under way that writes or settles it."""
_BORN = datetime(1970, 1, 1, tzinfo=UTC)


def name_of(kind: type[Any]) -> str:
    """What is counted of a kind of work."""
    return f"work {kind.__tablename__}"


def hours(time: datetime) -> int:
    """The number of the hour in which a time lies: marks are as coarse as that."""
    return (time - _BORN) // HOUR


def hour_numbered(number: int) -> datetime:
    """When that hour begins."""
    return _BORN + number * HOUR


def count_anew(what: str) -> None:
    """Have all of something counted anew the next time, in the transaction under way."""
    counters.add(f"{ANEW}{what}", 1)


def note_gone(kind: type[Any], rows: Iterable[tuple[WorkState, datetime]]) -> None:
    """Note that rows in those states, due at those times, are not settled work any more, in the transaction under way.

    The mark only rises. What was due before it was counted; what was due of late will not have been by the time that
    we commit; of what is between them, nobody can say.
    """
    settled = [(state, due_at) for state, due_at in rows if state in SETTLED]
    if not settled:
        return
    what = name_of(kind)
    mark, young = hour_numbered(counters.value_of(f"{MARK}{what}")), clock.now() - HOUR
    if any(mark <= due_at < young for _, due_at in settled):
        count_anew(what)
    for state, count in sorted(Counter(state for state, due_at in settled if due_at < mark).items()):
        counters.add(f"{GONE}{what} {state}", count)


def note_redated(kind: type[Any], due_at: datetime) -> None:
    """Note that a row that waits is due at that time now, in the transaction under way.

    Where that has long been over, what was due by then may be counted for good: then all is to be counted anew.
    """
    if due_at < clock.now() - HOUR:
        count_anew(name_of(kind))


def drop_rows(kind: type[Model], *which: ColumnElement[bool]) -> None:
    """Delete such rows, in the transaction under way; of work that was settled, it is noted how much is gone."""
    if issubclass(kind, Claimable):
        gone = delete(kind).where(*which).returning(kind.state, kind.due_at)
        note_gone(kind, [(state, due_at) for state, due_at in session().execute(gone)])
    else:
        session().execute(delete(kind).where(*which))


def settled(rows: Collection[Any]) -> list[tuple[WorkState, datetime]]:
    """The states and times of rows, before they are changed."""
    return [(row.state, row.due_at) for row in rows]

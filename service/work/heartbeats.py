"""The heartbeat of the clock: when a sweep that nothing but the schedule begins was last run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from service.core.clock import lead
from service.core.db import session, transaction
from service.models import Counter

HEARTBEAT = "heartbeat"
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
"""A counter holds 31 bits; they are the seconds since then."""
NOTICED = timedelta(minutes=15)
"""An outage that is shorter costs nobody a turn of days: a release, a machine that starts again."""
NOTICED_FAST = timedelta(minutes=1)
"""The same of a turn that takes minutes."""


def note_heartbeat(now: datetime) -> timedelta:
    """The schedule was kept now; comes back with the time since it was the last time, which nobody else gets told."""
    seconds = int((now - SINCE).total_seconds())
    with transaction() as current:
        counted = select(Counter).where(Counter.name == HEARTBEAT).with_for_update()
        beat = current.scalar(counted.execution_options(populate_existing=True))
        if beat is None:
            current.add(Counter(name=HEARTBEAT, value=seconds))
            return timedelta()
        gap = max(0, seconds - beat.value)
        beat.value += gap
        return timedelta(seconds=gap)


def last_heartbeat() -> datetime | None:
    """When the schedule was kept for the last time; None if it never was."""
    seconds = session().scalar(select(Counter.value).where(Counter.name == HEARTBEAT))
    return None if seconds is None else SINCE + timedelta(seconds=seconds)


def forget_heartbeat() -> None:
    """Take the schedule for one that was never kept, in the transaction under way: the next time is the first."""
    session().execute(delete(Counter).where(Counter.name == HEARTBEAT))


def was_away(now: datetime, noticed: timedelta = NOTICED) -> bool:
    """Whether there is an outage of ours so long, or was until just now, so that no deadline knows of it yet."""
    last = last_heartbeat()
    return last is not None and now - last >= noticed and not lead()

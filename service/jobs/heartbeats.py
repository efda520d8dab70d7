"""Heartbeats: when a sweep that only the schedule starts last ran, and when `inbound` was last seen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from service.db.clock import lead
from service.db.engines import session, transaction
from service.models import Counter

HEARTBEAT = "heartbeat"
INBOUND = "inbound heartbeat"
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
"""The counter is 31 bits of seconds since then."""
NOTICED = timedelta(minutes=15)
"""Shorter outages do not matter to a turn of days: a release, or a restarting machine."""
NOTICED_FAST = timedelta(minutes=1)
"""The limit for a turn of minutes."""
UNSEEN = timedelta(minutes=1)
"""How long `inbound` leaves no sign of life before deadlines of players who move by email wait for it."""


def note_heartbeat(now: datetime, name: str = HEARTBEAT) -> timedelta:
    """Record a heartbeat and return the time since the last one, to this caller only."""
    seconds = int((now - SINCE).total_seconds())
    with transaction() as current:
        counted = select(Counter).where(Counter.name == name).with_for_update()
        beat = current.scalar(counted.execution_options(populate_existing=True))
        if beat is None:
            current.add(Counter(name=name, value=seconds))
            return timedelta()
        gap = max(0, seconds - beat.value)
        beat.value += gap
        return timedelta(seconds=gap)


def last_heartbeat(name: str = HEARTBEAT) -> datetime | None:
    """Return the time of the last heartbeat; None if there was none."""
    seconds = session().scalar(select(Counter.value).where(Counter.name == name))
    return None if seconds is None else SINCE + timedelta(seconds=seconds)


def forget_heartbeat(name: str = HEARTBEAT) -> None:
    """Reset the heartbeat in the current transaction, so that the next one is the first."""
    session().execute(delete(Counter).where(Counter.name == name))


def was_away(now: datetime, noticed: timedelta = NOTICED, name: str = HEARTBEAT) -> bool:
    """Check for an outage of ours of that length, current or just over, which no deadline has been moved for yet."""
    last = last_heartbeat(name)
    return last is not None and now - last >= noticed and not lead()

"""The heartbeat of the clock: when a sweep that nothing but the schedule begins was last run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from service.core.db import session, transaction
from service.models import Counter

HEARTBEAT = "heartbeat"
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
"""A counter holds 31 bits; they are the seconds since then."""


def note_heartbeat(now: datetime) -> None:
    """The schedule was kept now."""
    seconds = int((now - SINCE).total_seconds())
    with transaction() as current:
        beat = current.scalar(select(Counter).where(Counter.name == HEARTBEAT).with_for_update())
        if beat is None:
            current.add(Counter(name=HEARTBEAT, value=seconds))
        else:
            beat.value = max(beat.value, seconds)


def last_heartbeat() -> datetime | None:
    """When the schedule was kept for the last time; None if it never was."""
    seconds = session().scalar(select(Counter.value).where(Counter.name == HEARTBEAT))
    return None if seconds is None else SINCE + timedelta(seconds=seconds)

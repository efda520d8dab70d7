"""Heartbeats: when a sweep that only the schedule starts last ran, and when `inbound` was last seen.

A clock may fall behind the scheduler's heartbeat, as on a board without a battery until NTP has set it. Then another
heartbeat follows that clock until it is right again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from service.db.clock import lead
from service.db.engines import session, transaction
from service.jobs import counters
from service.models import Counter, Event

HEARTBEAT = "heartbeat"
INBOUND = "inbound heartbeat"
OF_CLOCK_BEHIND = BEHIND, BEHIND_AFTER = "heartbeat behind", "heartbeat behind after"
"""The heartbeat by a clock that is behind, and the id of the last event before that."""
FAR_BEHIND = timedelta(minutes=1)
"""More than NTP sets a clock back in one step, and less than matters to a turn."""
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
"""The counter is 31 bits of seconds since then."""
NOTICED = timedelta(minutes=15)
"""Shorter outages do not matter to a turn of days: a release, or a restarting machine."""
NOTICED_FAST = timedelta(minutes=1)
"""The limit for a turn of minutes."""
UNSEEN = timedelta(minutes=1)
"""How long `inbound` leaves no sign of life before deadlines of players who move by email wait for it."""
LAST_HEARTBEAT = select(Counter.value).where(Counter.name == HEARTBEAT)
_LAST_BEHIND = select(Counter.value).where(Counter.name == BEHIND)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Lag:
    """The time since a clock was last behind, and the last event before it fell behind."""

    span: timedelta
    after_event: int


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


def note_lag(now: datetime) -> Lag | None:
    """Record, before the heartbeat and in its transaction, a clock that is behind, until it is right again.

    Return the time since the last call at which it was behind, to this caller only; None if it was not.
    """
    last = session().scalar(_LAST_BEHIND)
    found = None if last is None else Lag(now - SINCE - timedelta(seconds=last), counters.value_of(BEHIND_AFTER))
    if lag := clock_lag(session().scalar(LAST_HEARTBEAT), now):
        counters.hold(BEHIND).value = int((now - SINCE).total_seconds())
        if found is None:
            before = select(Event.id).where(Event.at > now + FAR_BEHIND).order_by(Event.id.desc()).limit(1)
            counters.hold(BEHIND_AFTER).value = session().scalar(before) or 0
            log.warning("the clock is %s behind the last sweep; no deadline passes until it is right", lag)
    elif found is not None:
        forget_heartbeats(*OF_CLOCK_BEHIND)
        log.warning("the clock is right again, and has gone on by %s; deadlines that it set move as much", found.span)
    return found


def clock_lag(heartbeat: int | None, now: datetime) -> timedelta:
    """Return how far the clock is behind that last heartbeat; zero for less than a minute."""
    lag = timedelta() if heartbeat is None else SINCE + timedelta(seconds=heartbeat) - now
    return lag if lag > FAR_BEHIND else timedelta()


def last_heartbeat(name: str = HEARTBEAT) -> datetime | None:
    """Return the time of the last heartbeat; None if there was none."""
    seconds = session().scalar(select(Counter.value).where(Counter.name == name))
    return None if seconds is None else SINCE + timedelta(seconds=seconds)


def forget_heartbeats(*names: str) -> None:
    """Reset these heartbeats in the current transaction, so that the next ones are the first."""
    session().execute(delete(Counter).where(Counter.name.in_(names)))


def was_away(now: datetime, noticed: timedelta = NOTICED, name: str = HEARTBEAT) -> bool:
    """Check for an outage of ours of that length, or a clock behind, for which no deadline has been moved yet."""
    last = last_heartbeat(name)
    if last is None or lead():
        return False
    return now - last >= noticed or now < last - FAR_BEHIND or session().scalar(_LAST_BEHIND) is not None

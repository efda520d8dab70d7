"""Checks of clocks: this machine's and the database's."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection

from service.db.clock import Clock
from service.db.database_clock import clock_ahead
from service.jobs.heartbeats import LAST_HEARTBEAT, clock_lag
from workers.doctor.finding import Finding, mend, well

CLOCK_FAR_OFF = timedelta(seconds=2)
"""More than clocks set by NTP differ, and less than people notice."""


def clocks(connection: Connection, here: Clock) -> Finding:
    """Compare this machine's clock with the database's. SQLite uses this machine's."""
    return judged_clock(clock_ahead(connection, here))


def judged_clock(off: timedelta) -> Finding:
    """Report the offset of a clock, positive if it is ahead."""
    if abs(off) < CLOCK_FAR_OFF:
        return well("clock", "the same as the database's")
    side = "ahead of" if off > timedelta() else "behind"
    told = f"this machine's clock is {_span(abs(off))} {side} the database's; synchronise both with NTP"
    advice = "(timedatectl set-ntp true). Deadlines use the database's clock, logs use this one"
    return mend("clock", f"{told} {advice}")


def deadlines(connection: Connection, now: datetime) -> Finding:
    """Check that the clock is not behind the last heartbeat, as on a board without a battery."""
    lag = clock_lag(connection.scalar(LAST_HEARTBEAT), now)
    if not lag:
        return well("deadlines", "the clock has not gone back")
    told = f"the clock is {_span(lag)} behind the last sweep, and no deadline passes; set it with NTP"
    return mend("deadlines", f"{told} (timedatectl set-ntp true). If it is right and was ahead then: sundial release")


def _span(span: timedelta) -> str:
    days, rest = divmod(round(span.total_seconds()), 24 * 3600)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    told = {"d": days, "h": hours, "min": minutes, "s": seconds}
    return " ".join(f"{number} {unit}" for unit, number in told.items() if number)

"""Whether the clock of this machine goes right, by that of the database, which decides about deadlines."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, func, select

from service.core.clock import Clock
from workers.doctor.finding import Finding, mend, well

ABOUT = "clock"
FAR_OFF = timedelta(seconds=2)
"""More than clocks differ by that are set by NTP, and less than anybody notices by looking at them."""
ADVICE = "let both keep time by NTP (timedatectl set-ntp true). Deadlines go by the database's clock, logs by this one"


def clocks(connection: Connection, here: Clock) -> Finding:
    """By how much this machine's clock differs from the database's. With SQLite, they are one."""
    if connection.dialect.name == "sqlite":
        return well(ABOUT, "the database goes by this machine's")
    before = here()
    there = connection.execute(select(func.clock_timestamp())).scalar_one()
    return judged(spread(before - there, here() - there))


def judged(off: timedelta) -> Finding:
    """What there is to say of a clock that is ahead by so much, or behind if it is less than nothing."""
    if abs(off) < FAR_OFF:
        return well(ABOUT, "as the database's")
    side = "ahead of" if off > timedelta() else "behind"
    return mend(ABOUT, f"this machine's is {_written(abs(off))} {side} the database's; {ADVICE}")


def spread(before: timedelta, after: timedelta) -> timedelta:
    """The least that two clocks can differ by, if one was read before the other and once more after it."""
    return min(before, after, key=abs) if (before > timedelta()) == (after > timedelta()) else timedelta()


def _written(span: timedelta) -> str:
    days, rest = divmod(round(span.total_seconds()), 24 * 3600)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    told = {"d": days, "h": hours, "min": minutes, "s": seconds}
    return " ".join(f"{number} {unit}" for unit, number in told.items() if number)

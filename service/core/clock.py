"""What time it is, as a value that is handed in: the database's clock in production, any other in tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from flask import current_app

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def now() -> datetime:
    """What time it is by the clock that the app was made with."""
    clock: Clock = current_app.config["CLOCK"]
    return clock()


def lead() -> timedelta:
    """By how much the app's clock is ahead of everybody else's: not at all, but in a sandbox."""
    ahead: Callable[[], timedelta] = current_app.config["AHEAD"]
    return ahead()


def time_json(value: datetime | None) -> str | None:
    """A time as RFC 3339 has it, in UTC."""
    return value.isoformat().replace("+00:00", "Z") if value else None

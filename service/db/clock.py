"""The current time as an injected function: the database's clock in production, any other in tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from flask import current_app

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def now() -> datetime:
    """Return the current time by the app's clock."""
    clock: Clock = current_app.config["CLOCK"]
    return clock()


def lead() -> timedelta:
    """Return how far the app's clock is ahead of real time: zero except in a sandbox."""
    ahead: Callable[[], timedelta] = current_app.config["AHEAD"]
    return ahead()


def time_json(value: datetime | None) -> str | None:
    """Format a time as RFC 3339 in UTC."""
    return value.isoformat().replace("+00:00", "Z") if value else None

"""Points in time as arguments of commands."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import click

from service.db.clock import system_clock

TIME = "2026-05-04T12:00 (UTC without an offset), or how long ago: 30min, 6h, 2d."
UNITS = {"min": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


class TimeType(click.ParamType[datetime]):
    """A time in ISO 8601, UTC without an offset, or how long ago it was."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Parse a time and return it in UTC, or raise a usage error."""
        if span := re.fullmatch(r"(\d{1,4})(min|h|d)", value):
            return system_clock() - int(span[1]) * UNITS[span[2]]
        try:
            told = datetime.fromisoformat(value)
            return told.replace(tzinfo=UTC) if told.tzinfo is None else told.astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is no time; write {TIME}", param, ctx)

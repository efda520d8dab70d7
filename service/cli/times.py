"""Points in time as arguments of commands."""

from __future__ import annotations

from datetime import UTC, datetime

import click


class TimeType(click.ParamType[datetime]):
    """A time in ISO 8601; without an offset it is UTC."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Parse a time and return it in UTC."""
        try:
            told = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no time in ISO 8601, such as 2026-05-04T12:00 (UTC) or 2026-05-04T14:00+02:00.")
        return told.replace(tzinfo=UTC) if told.tzinfo is None else told.astimezone(UTC)

"""The time left for a move as a shadow: long while there are days, short in the last hours; and by the second."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Flask

from service.core.clock import now

LONGEST = timedelta(days=3)
"""From here on a shadow grows no longer."""
SHORT = timedelta(hours=12)
LEAST, MOST = 4, 52
"""Of its reach, in units of the drawing, which is 64 wide."""


@dataclass(frozen=True)
class Shadow:
    """How far the shadow reaches, and whether time is short."""

    reach: int
    is_short: bool


def init_app(app: Flask) -> None:
    """Give templates the shadow."""
    app.add_template_global(shadow_of)
    app.add_template_global(seconds_until)
    app.add_template_filter(clock_face)


def shadow_of(deadline: datetime) -> Shadow:
    """The shadow that is left until the deadline."""
    left = max(deadline - now(), timedelta())
    return Shadow(LEAST + round((MOST - LEAST) * min(1.0, left / LONGEST)), left < SHORT)


def seconds_until(deadline: datetime) -> int:
    """How many there are until then; none once it is over."""
    return max(0, int((deadline - now()).total_seconds()))


def clock_face(seconds: int) -> str:
    """So many seconds as clocks for games show them: "4:05", "1:00:00"."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

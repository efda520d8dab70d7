"""The time left for a move as a shadow: long while there are days, short in the last hours."""

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


def shadow_of(deadline: datetime) -> Shadow:
    """The shadow that is left until the deadline."""
    left = max(deadline - now(), timedelta())
    return Shadow(LEAST + round((MOST - LEAST) * min(1.0, left / LONGEST)), left < SHORT)

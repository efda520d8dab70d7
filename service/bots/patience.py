"""How long a table waits for a bot: it is reminded when it takes longer than it says, then paused. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

HALF = 2
"""A bot that needs nearly all of a turn is reminded when a half is over: there must be time to do something."""
LEAST = timedelta(hours=1)
"""A bot that was reminded has so long at least: programs are started again, laptops opened."""


def reminded_at(seconds_per_move: int, began: datetime, deadline: datetime) -> datetime:
    """When a bot that needs so long at most is reminded of a turn."""
    return began + _patience(seconds_per_move, deadline - began)


def paused_at(seconds_per_move: int, began: datetime, deadline: datetime) -> datetime:
    """When it has missed the turn: after as long again, within the deadline."""
    patience = _patience(seconds_per_move, deadline - began)
    return min(began + patience + max(patience, LEAST), deadline)


def _patience(seconds_per_move: int, length: timedelta) -> timedelta:
    return min(timedelta(seconds=seconds_per_move), length / HALF)

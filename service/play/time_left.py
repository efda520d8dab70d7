"""When the time for a turn is about to be over, and it is time to say so. Pure."""

from __future__ import annotations

from datetime import timedelta

LONG = timedelta(days=2)
"""From so long a time for a move on, its reminder comes a day before the end, else when a third of it is left."""
REMINDED_BEFORE = timedelta(days=1)


def warned_before(length: timedelta) -> timedelta:
    """How long before the end of a turn that takes so long at most it is time to say so."""
    return REMINDED_BEFORE if length >= LONG else length / 3

"""Whether there is anything in the way of whoever wants to write."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.core.db import transaction
from service.core.outages import tell
from service.work.events import hold_counter

LONG = 2
"""Seconds for which nobody holds what all need, but whoever is stuck."""


def can_write() -> bool:
    """Whether what all writers need (on SQLite the file, else the counter of events) is free within `LONG`."""
    try:
        with transaction(wait=LONG) as current:
            hold_counter(current)
    except (DBAPIError, PoolTimeout) as failure:
        tell(failure, "nothing can be written")
        return False
    return True

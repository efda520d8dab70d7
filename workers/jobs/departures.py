"""Accounts that were deleted: their seats are given up, and what was written of them meanwhile is forgotten."""

from __future__ import annotations

from functools import partial

from service.core import clock
from service.leaving.departures import due, see_to
from service.work import queues
from workers.surviving import survive

NAME = queues.DEPARTURES
EVERY = 10.0

BATCH = 10


def run() -> bool:
    """Go on with a batch; there may be more where all of a full one could be seen to, and are due later by now."""
    now = clock.now()
    seen_to = [
        survive(partial(see_to, account_id, now), f"the departure of account {account_id}")
        for account_id in due(now, BATCH)
    ]
    return sum(seen_to) == BATCH

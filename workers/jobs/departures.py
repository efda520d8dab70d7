"""Erasure of deleted accounts: leave their seats, and delete what was written about them since."""

from __future__ import annotations

from functools import partial

from service.db import clock
from service.erasure.departures import due, see_to
from service.jobs import queues
from workers.error_barrier import survive

NAME = queues.DEPARTURES
EVERY = 10.0

BATCH = 10


def run() -> bool:
    """Continue the erasure of a batch of accounts; return True after a full batch without failures."""
    now = clock.now()
    seen_to = [
        survive(partial(see_to, account_id, now), f"the departure of account {account_id}")
        for account_id in due(now, BATCH)
    ]
    return sum(seen_to) == BATCH

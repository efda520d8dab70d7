"""Invitations: tell hosts of those that email could not deliver, or that had no answer for a week."""

from __future__ import annotations

from functools import partial

from service.db import clock
from service.notifications.unanswered import invitations_in_vain, tell_host
from workers.error_barrier import survive

NAME = "sundial.invitations"
EVERY = 60.0


def run(batch: int = 100) -> bool:
    """Tell the hosts of a batch; return True after a full batch without failures."""
    now = clock.now()
    told = [
        survive(partial(tell_host, *each, now), f"the invitation to place {each[1]} of game {each[0]}")
        for each in invitations_in_vain(now, batch)
    ]
    return sum(told) == batch

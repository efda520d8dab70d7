"""The loop of those jobs that work off a queue in the database: claim a row, do it, and put off what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from service.core.clock import Clock
from service.work.leases import W
from workers.stopping import in_hand, is_asked
from workers.surviving import survive


def drain(
    claim: Callable[[datetime, int], Sequence[W]],
    do: Callable[[W], object],
    put_off: Callable[[W], object],
    *,
    now: Clock,
    most: int,
    what: Callable[[W], str],
) -> int:
    """Do what is due, one row after the other and at most so many; says how many were looked at.

    `claim` gives up to so many rows that are due and nobody else holds, the longest due first; `do` settles its row.
    What it could not do is put off, so that one bad row holds up no other.
    """
    for number in range(most):
        if is_asked() or not (claimed := claim(now(), 1)):
            return number
        [row] = claimed
        with in_hand(row):
            if not survive(partial(do, row), what(row)):
                put_off(row)
    return most

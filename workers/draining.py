"""The loop of those jobs that work off a queue in the database: claim a row, do it, and put off what went wrong.

What a worker that ends cannot finish goes back, free at once for another worker: it would be leased for minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from service.core.clock import Clock
from service.core.db import session
from service.work.leases import W, release
from workers.stopping import Stopped, interruptible, is_asked
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
    What it could not do is put off, so that one bad row holds up no other. It ends with a row that was the last:
    whatever has become due since then has a hint, or a sweep, of its own.
    """
    for number in range(most):
        if is_asked() or not (claimed := claim(now(), 1)):
            return number
        [row] = claimed
        try:
            with interruptible():
                if not survive(partial(do, row), what(row)):
                    put_off(row)
        except Stopped:
            give_back(partial(release, row))
            raise
        if row.is_last:
            return number + 1
    return most


def give_back(release: Callable[[], object]) -> None:
    """Release a claimed row, so that another worker has it at once, whatever was being done about it."""
    session().invalidate()  # the statement under way was interrupted, and nothing can be said on that connection
    survive(release, "what a worker could not finish")

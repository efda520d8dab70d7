"""The loop of jobs that process a database queue: claim a row, process it, and postpone it on failure.

A worker that ends releases its unfinished row at once, as its lease would block it for minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from service.db.clock import Clock
from service.db.engines import session
from service.jobs.leases import W, release
from workers.error_barrier import survive
from workers.stopping import Stopped, interruptible, is_asked


def drain(
    claim: Callable[[datetime, int], Sequence[W]],
    do: Callable[[W], object],
    put_off: Callable[[W], object],
    *,
    now: Clock,
    most: int,
    what: Callable[[W], str],
) -> int:
    """Process due rows one after the other, at most `most`; return how many were claimed.

    `claim` returns up to so many unclaimed due rows, the longest due first; `do` settles its row. A row that fails is
    postponed, so that it blocks no other. The loop ends after the last row: whatever became due since then has a hint,
    or a sweep, of its own.
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
    """Release a claimed row after an interruption, so that another worker can claim it at once."""
    session().invalidate()  # a statement was interrupted, so this connection cannot be used any more
    survive(release, "what a worker could not finish")

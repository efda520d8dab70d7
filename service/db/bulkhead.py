"""A bulkhead: few threads of a process wait for one row, so that the others serve everybody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import Lock

from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.telemetry.outages import Answered, judge

SHARE = 4
"""One in so many threads may wait for one row. On SQLite all but one in so many may wait for the only writer."""


class TooManyWait(PoolTimeout):
    """Too many threads of this process wait already. Nothing was changed; try again later, as after a lock timeout."""

    def __init__(self) -> None:
        super().__init__("too many threads wait for the same lock")


judge(TooManyWait, by=lambda _: Answered.GIVEN_UP)


class Bulkhead:
    """Limits how many threads wait for one row."""

    def __init__(self, threads: int) -> None:
        self._most = max(1, threads // SHARE)
        self._guard = Lock()
        self._waiting = Counter[Hashable]()

    @contextmanager
    def place(self, row: Hashable) -> Iterator[None]:
        """Hold a place among those that wait for a row, or raise TooManyWait."""
        with self._guard:
            if self._waiting[row] == self._most:
                raise TooManyWait
            self._waiting[row] += 1
        try:
            yield
        finally:
            with self._guard:
                self._waiting[row] -= 1
                if not self._waiting[row]:
                    del self._waiting[row]

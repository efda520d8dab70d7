"""What time it is by the database: the one clock that all machines of an installation share.

It is read now and then; in between, time passes as it does for a stopwatch, which nobody sets. So deadlines, leases and
sweeps do not depend on how the clocks of the machines are set.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Lock
from time import monotonic

from flask import Flask
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.core.clock import Clock, system_clock
from service.core.db import db

EVERY = 10.0
"""Seconds after which the database is asked again."""


@dataclass(frozen=True)
class Reading:
    """What time it was in the database when the stopwatch showed `at`."""

    time: datetime
    at: float


class DatabaseClock:
    """The time that `read` tells. It may lag behind by as long as the answer has taken, and is never ahead."""

    def __init__(self, read: Clock, stopwatch: Callable[[], float] = monotonic, every: float = EVERY) -> None:
        self._read = read
        self._stopwatch = stopwatch
        self._every = every
        self._reading = Lock()
        self._last: Reading | None = None
        self._due = 0.0

    def __call__(self) -> datetime:
        """Now, in UTC; raises what `read` does if that has never told."""
        last = self._last
        if last is None:
            with self._reading:
                last = self._last or self._look()
        if self._stopwatch() >= self._due and self._reading.acquire(blocking=False):
            try:
                self._due = self._stopwatch() + self._every
                with suppress(DBAPIError, PoolTimeout):  # the last reading is still good
                    last = self._look()
            finally:
                self._reading.release()
        return last.time + timedelta(seconds=self._stopwatch() - last.at)

    def _look(self) -> Reading:
        time = self._read()
        self._last = found = Reading(time, self._stopwatch())
        self._due = found.at + self._every
        return found


def clock_of(app: Flask) -> Clock:
    """The clock of the app's database. SQLite has none but that of its machine, on which all processes are."""
    with app.app_context():
        engine = db.engine
    return system_clock if engine.dialect.name == "sqlite" else DatabaseClock(partial(time_of, engine))


def time_of(engine: Engine) -> datetime:
    """What time it is in PostgreSQL."""
    with engine.connect() as connection:
        told: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return told.astimezone(UTC)

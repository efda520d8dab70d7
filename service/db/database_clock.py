"""The database's clock, shared by all machines of an installation.

It is read at intervals; in between, a monotonic clock adds the elapsed time. So deadlines, leases and sweeps do not
depend on the clocks of the machines.
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
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.db.clock import Clock, system_clock
from service.db.engines import db

EVERY = 10.0
"""Seconds between two reads of the database's clock."""


@dataclass(frozen=True)
class Reading:
    """A database time and the monotonic time of its reading."""

    time: datetime
    at: float


class DatabaseClock:
    """A clock that extrapolates from `read`. It may lag by the duration of a read, and is never ahead."""

    def __init__(self, read: Clock, stopwatch: Callable[[], float] = monotonic, every: float = EVERY) -> None:
        self._read = read
        self._stopwatch = stopwatch
        self._every = every
        self._reading = Lock()
        self._last: Reading | None = None
        self._due = 0.0

    def __call__(self) -> datetime:
        """Return the current time in UTC; raises `read`'s error if no read has succeeded yet."""
        last = self._last
        if last is None:
            with self._reading:
                last = self._last or self._look()
        if self._stopwatch() >= self._due and self._reading.acquire(blocking=False):
            try:
                self._due = self._stopwatch() + self._every
                with suppress(DBAPIError, PoolTimeout):  # the last reading is still valid
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
    """Return the clock of the app's database. SQLite uses the machine's clock, which all its processes share."""
    with app.app_context():
        engine = db.engine
    return system_clock if engine.dialect.name == "sqlite" else DatabaseClock(partial(time_of, engine))


def time_of(engine: Engine) -> datetime:
    """Query the current time from PostgreSQL."""
    with engine.connect() as connection:
        told: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return told.astimezone(UTC)


def clock_ahead(connection: Connection, here: Clock = system_clock) -> timedelta:
    """Return how far this machine's clock is ahead of the database's, at least; zero for SQLite, which uses it."""
    if connection.dialect.name == "sqlite":
        return timedelta()
    before = here()
    there = connection.execute(select(func.clock_timestamp())).scalar_one()
    return clock_spread(before - there, here() - there)


def clock_spread(before: timedelta, after: timedelta) -> timedelta:
    """Return the smallest possible offset of two clocks, if one was read before and after the other."""
    return min(before, after, key=abs) if (before > timedelta()) == (after > timedelta()) else timedelta()

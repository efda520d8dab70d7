"""One upgrade at a time: whoever comes second waits, and finds that there is nothing left to do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from service.core.troubles import is_busy
from service.core.write_queue import had_at_once

Tell = Callable[[str], None]

PATIENCE = 900
"""Seconds to wait for another upgrade."""
PAUSE = 0.2
LOCK = 0x53756E6469616C
"""Of the advisory locks of a PostgreSQL, the one for upgrades: "Sundial"."""
WAITING = "Another `sundial upgrade` is at work on this database; waiting until it has ended."


class CannotUpgrade(RuntimeError):
    """The tables could not be brought to this version; the text says why, how they are now, and what to do."""


@contextmanager
def alone(engine: Engine, tell: Tell, seconds: float = PATIENCE) -> Iterator[None]:
    """Let no other upgrade of this database run inside; CannotUpgrade if one does not end."""
    hold = _hold_file if engine.dialect.name == "sqlite" else _hold_advisory_lock
    with hold(engine, tell, seconds):
        yield


def file_of(engine: Engine) -> Path:
    """The file of an SQLite."""
    return Path(str(engine.url.database)).resolve()


@contextmanager
def _hold_file(engine: Engine, tell: Tell, seconds: float) -> Iterator[None]:
    """A lock that ends with the process, on a file of its own: to close SQLite's would end SQLite's own locks."""
    path = file_of(engine)
    with open(path.with_name(f"{path.name}.upgrade-lock"), "a", opener=private) as lock:
        ends = monotonic() + seconds
        if not had_at_once(lock.fileno()):
            tell(WAITING)
            while not had_at_once(lock.fileno()):
                if monotonic() > ends:
                    raise _never_ends(seconds)
                sleep(PAUSE)
        yield


def private(path: str, flags: int) -> int:
    """Open a file that, if it is made by that, is its owner's alone."""
    return os.open(path, flags, 0o600)


@contextmanager
def _hold_advisory_lock(engine: Engine, tell: Tell, seconds: float) -> Iterator[None]:
    """A lock of a transaction that does nothing else, so that poolers of connections do not mislay it."""
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        if not connection.scalar(text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": LOCK}):
            tell(WAITING)
            connection.execute(text(f"SET LOCAL lock_timeout = {int(seconds * 1000)}"))
            try:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            except OperationalError as failure:
                raise _never_ends(seconds) if is_busy(failure) else failure from None
        yield


def _never_ends(seconds: float) -> CannotUpgrade:
    return CannotUpgrade(
        f"Another `sundial upgrade` has not ended within {seconds:.0f} seconds. Nothing was changed by this one. "
        "Look what the other does, and run this again."
    )

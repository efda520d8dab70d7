"""Who writes to the file of an SQLite next: one after the other, in about the order in which they came.

SQLite knows no order: who meets its lock sleeps, longer each time, while those who come later find it open. So whoever
writes waits here before. What keeps the file whole is SQLite's lock alone, and nobody is kept from asking for it: not
who has waited in vain, and not who cannot lock a file.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path
from queue import Empty, Queue
from time import monotonic, sleep

PAUSE = 0.0005
"""Seconds between two looks for a file's lock, which has no time limit: by one thread of each process at most."""
LEAST = 1
"""Seconds for SQLite's own lock, however long the wait was."""


class WriteLock:
    """First among the threads of this process, then among the processes of this machine."""

    def __init__(self, database: Path, patience: int) -> None:
        self._write, self._next = (database.with_name(f"{database.name}.{name}-lock") for name in ("write", "next"))
        self._patience = patience
        self._threads: Queue[None] = Queue()
        self._threads.put(None)

    @contextmanager
    def turn(self, wait: int | None = None) -> Iterator[int]:
        """Write inside, after a wait of so many seconds at most; comes with those left for SQLite's own lock."""
        ends = monotonic() + (wait or self._patience)
        with self._before_other_threads(ends), self._before_other_processes(ends):
            yield max(ceil(ends - monotonic()), LEAST)

    @contextmanager
    def _before_other_threads(self, ends: float) -> Iterator[None]:
        try:
            self._threads.get(timeout=max(0.0, ends - monotonic()))
        except Empty:
            yield
            return
        try:
            yield
        finally:
            self._threads.put(None)

    @contextmanager
    def _before_other_processes(self, ends: float) -> Iterator[None]:
        """Who comes next waits for who writes, all others for being next: so each process has its turn."""
        with _opened(self._write) as writing:
            with _opened(self._next) as coming:
                _wait_for(coming, ends)
                _wait_for(writing, ends)
            yield


@contextmanager
def _opened(path: Path) -> Iterator[int | None]:
    """A file to be locked, whose lock ends with it or with its process; None where none can be made: a full disk."""
    file = None
    with suppress(OSError):
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield file
    finally:
        if file is not None:
            os.close(file)


def _wait_for(file: int | None, ends: float) -> None:
    with suppress(OSError):  # a file system without locks
        while file is not None and not is_locked(file) and monotonic() < ends:
            sleep(PAUSE)


def is_locked(file: int) -> bool:
    """Whether the lock of an open file could be had at once; OSError where the file system has no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

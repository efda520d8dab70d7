"""The write lock of an SQLite file: writers queue in about the order of their arrival.

SQLite has no queue: a blocked writer sleeps for longer each time, while later ones find the lock free. So writers first
queue here. SQLite's own lock alone protects the file, and a writer that cannot get this lock still tries that one.
"""

from __future__ import annotations

import fcntl
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

from service.db.bulkhead import TooManyWait

PAUSE = 0.0001
"""Seconds between two tries for a file lock, which has no timeout; at most one thread of each process polls."""
LEAST = 1
"""Seconds for SQLite's own lock, even after a long wait."""


class WriteLock:
    """A queue among the threads of this process, then among the processes of this machine."""

    def __init__(self, database: Path, patience: int, most: int) -> None:
        self._write, self._next = (database.with_name(f"{database.name}.{name}-lock") for name in ("write", "next"))
        self._patience = patience
        self._threads = ThreadQueue(most)

    @contextmanager
    def turn(self, wait: int | None = None) -> Iterator[int]:
        """Hold the write lock, after a wait of at most `wait` seconds; yields the seconds left for SQLite's lock."""
        ends = monotonic() + (wait or self._patience)
        is_first = self._threads.join(max(0.0, ends - monotonic()))
        try:
            with self._before_other_processes(ends):
                yield max(ceil(ends - monotonic()), LEAST)
        finally:
            if is_first:
                self._threads.leave()

    @contextmanager
    def _before_other_processes(self, ends: float) -> Iterator[None]:
        """Wait for the writer as the next process; others wait to be next, so each process has its turn."""
        with _opened(self._write) as writing:
            with _opened(self._next) as coming:
                _wait_for(coming, ends)
                _wait_for(writing, ends)
            yield


class ThreadQueue:
    """A FIFO queue of at most `most` waiting threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guard, self._is_taken = Lock(), False
        self._calls: deque[Lock] = deque()

    def join(self, wait: float) -> bool:
        """Wait to be first, for at most `wait` seconds; False on timeout. TooManyWait if the queue is full."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            if len(self._calls) >= self._most:
                raise TooManyWait
            call = Lock()
            call.acquire()
            self._calls.append(call)
        if call.acquire(timeout=wait):
            return True
        with self._guard:
            is_late = call not in self._calls  # called while it gave up
            if not is_late:
                self._calls.remove(call)
            return is_late

    def leave(self) -> None:
        """Wake the next waiting thread."""
        with self._guard:
            if self._calls:
                self._calls.popleft().release()
            else:
                self._is_taken = False


@contextmanager
def _opened(path: Path) -> Iterator[int | None]:
    """Open a lock file; its lock ends with it or with the process.

    Yields None if it cannot be created, as on a full disk.
    """
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
    """Try to lock an open file at once; OSError if the file system has no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

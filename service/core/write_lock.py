"""Who writes to the file of an SQLite next: one after the other, in about the order in which they came.

SQLite knows no order: who meets its lock sleeps, longer each time, while those who come later find it open. So whoever
writes waits here before. What keeps the file whole is SQLite's lock alone, and nobody is kept from asking for it: not
who has waited in vain, and not who cannot lock a file.
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

PAUSE = 0.0001
"""Seconds between two looks for a file's lock, which has no time limit: by one thread of each process at most."""
LEAST = 1
"""Seconds for SQLite's own lock, however long the wait was."""


class WriteLock:
    """First among the threads of this process, then among the processes of this machine."""

    def __init__(self, database: Path, patience: int) -> None:
        self._write, self._next = (database.with_name(f"{database.name}.{name}-lock") for name in ("write", "next"))
        self._patience = patience
        self._threads = ThreadQueue()

    @contextmanager
    def turn(self, wait: int | None = None) -> Iterator[int]:
        """Write inside, after a wait of so many seconds at most; comes with those left for SQLite's own lock."""
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
        """Who comes next waits for who writes, all others for being next: so each process has its turn."""
        with _opened(self._write) as writing:
            with _opened(self._next) as coming:
                _wait_for(coming, ends)
                _wait_for(writing, ends)
            yield


class ThreadQueue:
    """Threads, of which one is first; the others are called in the order in which they came."""

    def __init__(self) -> None:
        self._guard, self._is_taken = Lock(), False
        self._calls: deque[Lock] = deque()

    def join(self, wait: float) -> bool:
        """Be first, after all who have joined before; False if that did not come about in so many seconds."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            call = Lock()
            call.acquire()
            self._calls.append(call)
        if call.acquire(timeout=wait):
            return True
        with self._guard:
            is_late = call not in self._calls  # it was called as it gave up
            if not is_late:
                self._calls.remove(call)
            return is_late

    def leave(self) -> None:
        """Let the next one be first."""
        with self._guard:
            if self._calls:
                self._calls.popleft().release()
            else:
                self._is_taken = False


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

"""Who writes to the file of an SQLite next: one after the other, in the order in which they came.

SQLite knows no order: who meets its lock sleeps, longer each time, while those who come later find it open. So whoever
writes queues here before. What keeps the file whole is SQLite's lock alone, and nobody is kept from asking for it: not
who has waited in vain, and not who cannot queue.
"""

from __future__ import annotations

import fcntl
import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from select import POLLIN, poll
from stat import S_ISFIFO
from threading import Lock
from time import monotonic, sleep
from typing import Any

PAUSES = {"next": 0.001, "write": 0.005}
"""Seconds between two looks whether a process can be the next one, and whether the next one can write.

A file's lock has no time limit, so it is tried again and again: by one thread of each process at most. The next one
hears when a turn is over, and looks by itself for those alone that end without a word.
"""
UNHEARD = 0.00025
"""Seconds between two of its looks where nothing can be heard."""
MOST_HEARD = 64
"""Ends of turns that are heard at once."""
MOST_TOGETHER = 32
"""Whose work is done in one turn at most, so that other processes come to write, too."""
LEAST = 1
"""Seconds for SQLite's own lock, however long the queue was."""


@dataclass(eq=False)
class InLine:
    """Somebody who waits to be called to write, perhaps with work that whoever writes before may do as well."""

    work: Any = None
    is_taken: bool = False
    """Whether the work is somebody else's now, who calls once it is settled."""
    waits: Lock = field(default_factory=Lock)

    def call(self) -> None:
        """Let them go on."""
        self.waits.release()


class WriteQueue:
    """The queue for one file: first among the threads of this process, then among the processes of this machine."""

    def __init__(self, database: Path, patience: int) -> None:
        self._threads, self._patience = ThreadQueue(), patience
        self._locks = {name: database.with_name(f"{database.name}.{name}-lock") for name in PAUSES}
        self._news = TurnNews(database.with_name(f"{database.name}.turns"))

    @contextmanager
    def turn(self, wait: int | None = None, call: InLine | None = None) -> Iterator[int]:
        """Write inside, once all who came before have written; comes with the seconds left for SQLite's own lock.

        It waits for so many seconds, or as long as is usual in this process. With a `call` whose work was taken
        meanwhile nothing is left to be done inside.
        """
        wait, call = wait or self._patience, call or InLine()
        ends = monotonic() + wait
        is_first = self._threads.join(wait, call)
        if call.is_taken:
            yield 0
            return
        try:
            with self._before_other_processes(ends):
                yield seconds_until(ends)
        finally:
            if is_first:
                self._threads.leave()

    def left(self, since: float) -> int:
        """The seconds left for who has begun to wait at that time of `monotonic`."""
        return seconds_until(since + self._patience)

    def work(self) -> Iterator[InLine]:
        """For who writes: those of this process that come next and have handed in their work, which is taken so."""
        for _ in range(MOST_TOGETHER):
            call = self._threads.take_work()
            if call is None:
                return
            yield call

    @contextmanager
    def _before_other_processes(self, ends: float) -> Iterator[None]:
        """The next one waits for who writes, the others for being the next one: nobody who came later gets before.

        Both locks end with their process, however that ends.
        """
        try:
            with _held(self._locks["write"]) as writing:
                with _held(self._locks["next"]) as coming:
                    if _is_had(coming, ends, partial(sleep, PAUSES["next"])):
                        self._write_next(writing, ends)
                yield
        finally:
            self._news.tell()

    def _write_next(self, writing: int | None, ends: float) -> None:
        """For who is the next one: wait for who writes."""
        if not _is_had(writing, 0, partial(sleep, 0)):
            with self._news.heard() as wait:
                _is_had(writing, ends, wait)


class TurnNews:
    """Tells who comes next that a turn is over, by a named pipe: unlike a file's lock, it can be waited for in time."""

    def __init__(self, pipe: Path) -> None:
        self._pipe = pipe

    def tell(self) -> None:
        """A turn is over. Nothing happens where nobody listens."""
        with suppress(OSError), _opened(self._pipe, os.O_WRONLY) as pipe:
            os.write(pipe, b".")

    @contextmanager
    def heard(self) -> Iterator[Callable[[], object]]:
        """Comes with what waits for a turn to be over, or for a moment; what is told from now on is not missed."""
        with ExitStack() as stack:
            wait: Callable[[], object] = partial(sleep, UNHEARD)
            with suppress(OSError):
                wait = partial(_hear, stack.enter_context(_listening(self._pipe)))
            yield wait


class ThreadQueue:
    """Threads, of which one is first; the others are called in the order in which they came."""

    def __init__(self) -> None:
        self._guard, self._is_taken = Lock(), False
        self._calls: deque[InLine] = deque()

    def join(self, wait: float, call: InLine | None = None) -> bool:
        """Be first, after all who have joined before; False if that did not come about in so many seconds.

        False, too, once the work of the call was taken and is settled, however long that takes.
        """
        call = call or InLine()
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            call.waits.acquire()
            self._calls.append(call)
        if not call.waits.acquire(timeout=wait) and not self._is_late(call):
            return False
        return not call.is_taken

    def _is_late(self, call: InLine) -> bool:
        """Whether somebody who gives up was called, or their work taken, meanwhile; else nobody calls them any more."""
        with self._guard:
            if call in self._calls:
                self._calls.remove(call)
                return False
        return not call.is_taken or call.waits.acquire()

    def take_work(self) -> InLine | None:
        """Who comes next, if they have work to be taken; they wait until they are called."""
        with self._guard:
            if not self._calls or self._calls[0].work is None:
                return None
            call = self._calls.popleft()
            call.is_taken = True
            return call

    def leave(self) -> None:
        """Let the next one be first."""
        with self._guard:
            if self._calls:
                self._calls.popleft().call()
            else:
                self._is_taken = False


@contextmanager
def _held(path: Path) -> Iterator[int | None]:
    """A file to be locked, with which its lock ends; None where none can be made, as on a full disk."""
    file = None
    with suppress(OSError):
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield file
    finally:
        if file is not None:
            os.close(file)


def _is_had(file: int | None, ends: float, wait: Callable[[], object]) -> bool:
    """Whether its lock could be had in time, with a wait before each further look; not without a file."""
    while file is not None:
        try:
            if had_at_once(file):
                return True
        except OSError:
            return False  # the file system has no locks
        if monotonic() > ends:
            return False
        wait()
    return False


def had_at_once(file: int) -> bool:
    """Whether the lock of an open file could be had without a wait; OSError where the file system has no locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _listening(path: Path) -> Iterator[int]:
    """A named pipe of that name, open to be read; OSError where none can be.

    It is open to be written, too: else it would be at its end once somebody has written, and nobody would wait.
    """
    with suppress(FileExistsError):
        os.mkfifo(path, 0o600)
    with _opened(path, os.O_RDWR) as pipe:
        if not S_ISFIFO(os.fstat(pipe).st_mode):
            raise FileExistsError
        yield pipe


@contextmanager
def _opened(path: Path, how: int) -> Iterator[int]:
    pipe = os.open(path, how | os.O_NONBLOCK)
    try:
        yield pipe
    finally:
        os.close(pipe)


def _hear(pipe: int) -> None:
    """Wait until something is told by a pipe, or for a moment."""
    told = poll()
    told.register(pipe, POLLIN)
    if told.poll(1000 * PAUSES["write"]):
        os.read(pipe, MOST_HEARD)


def seconds_until(ends: float) -> int:
    """Whole seconds, as a wait for a lock is told, and never none."""
    return max(ceil(ends - monotonic()), LEAST)

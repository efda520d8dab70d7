"""How a worker ends: what it is at has some seconds to finish, then it is interrupted.

Celery waits without limit for what is under way.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from threading import Timer

from billiard.process import active_children, current_process
from celery.worker import state

LONGEST_RUN = 240
"""Seconds after which a run is killed: no batch should take so long, and leases bring back what it held."""
FINISH_WITHIN = 5.0
"""Seconds that a process has for what it is at, once it was asked to end."""
END_WITHIN = 10.0
"""Seconds after which a worker is no more, whatever it waits for: a database that hangs listens to no signal."""

ALARM_AFTER = 12
"""Seconds after which the system ends a worker that runs no thread any more, as at the end of Python."""


class Stopped(BaseException):
    """The worker has to end before it has finished what it was at."""


class _State:
    """Of this process."""

    is_asked = False
    has_row = False


def is_asked() -> bool:
    """Whether this process was asked to end, so that nothing is to be begun any more."""
    return _State.is_asked


@contextmanager
def interruptible() -> Iterator[None]:
    """Do something with a claimed row, perhaps amid another.

    Stopped is raised if the time for that is over: the row is to be given back.
    """
    before, _State.has_row = _State.has_row, True
    try:
        yield
    finally:
        _State.has_row = before


def listen(**_sent: object) -> None:
    """Before each task, in the process that does it: end in time."""
    if _has_no_pool():
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LONGEST_RUN)
    else:  # before the first task, billiard sets its own way
        signal.signal(signal.SIGALRM, _end)
        signal.signal(signal.SIGTERM, _ask)


def note_end(**_sent: object) -> None:
    """After each task, in the process that has done it: there is nothing to be ended."""
    if _has_no_pool() and not _State.is_asked:
        signal.alarm(0)


def end_in_time(**_sent: object) -> None:
    """In the worker itself, once it was asked to end: pass that on, and be gone when the time is over."""
    busy = {request.worker_pid for request in tuple(state.active_requests)}
    last = Timer(END_WITHIN, _leave)
    last.daemon = True
    last.start()
    if os.getpid() in busy:
        signal.signal(signal.SIGALRM, _end)
        _ask()
    else:
        _signal(busy, signal.SIGTERM)
        signal.alarm(ALARM_AFTER)


def _has_no_pool() -> bool:
    """Whether the worker does its tasks itself: then it is alone with the system, which ends what takes too long."""
    return current_process().name == "MainProcess"


def _ask(_number: int = 0, _frame: object = None) -> None:
    if not _State.is_asked:
        _State.is_asked = True
        signal.setitimer(signal.ITIMER_REAL, FINISH_WITHIN, END_WITHIN - FINISH_WITHIN)


def _end(_number: int, _frame: object) -> None:
    """Interrupt what is under way: a row is given back, anything else is a transaction that is not committed."""
    if _has_no_pool():
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, ALARM_AFTER - FINISH_WITHIN)
    raise Stopped if _State.has_row else SystemExit


def _leave() -> None:
    _signal({process.pid for process in active_children()}, signal.SIGKILL)
    os._exit(os.EX_TEMPFAIL)


def _signal(processes: Collection[int | None], number: signal.Signals) -> None:
    for process in filter(None, processes):
        with suppress(ProcessLookupError):
            os.kill(process, number)

"""Shutdown of a worker: work in progress has some seconds to finish, then it is interrupted.

Celery itself would wait without limit.
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
"""Seconds after which a run is killed: no batch should take so long, and the leases of its rows expire."""
FINISH_WITHIN = 5.0
"""Seconds for a process to finish its work after a request to end."""
END_WITHIN = 10.0
"""Seconds after which a worker is killed, whatever blocks it: a hanging database call handles no signal."""

ALARM_AFTER = 12
"""Seconds after which the system ends a worker that runs no threads any more, as at the end of Python."""


class Stopped(BaseException):
    """The worker has to end before it has finished its work."""


class _State:
    """State of this process."""

    is_asked = False
    has_row = False


def is_asked() -> bool:
    """Return whether this process was asked to end, and should start nothing new."""
    return _State.is_asked


@contextmanager
def interruptible() -> Iterator[None]:
    """Mark that a claimed row is processed, possibly nested within another.

    Stopped is raised inside once the time is over, so that the row can be released.
    """
    before, _State.has_row = _State.has_row, True
    try:
        yield
    finally:
        _State.has_row = before


def listen(**_sent: object) -> None:
    """Install the signal handlers before each task, in the process that runs it."""
    if _has_no_pool():
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LONGEST_RUN)
    else:  # billiard installs its handlers before the first task
        signal.signal(signal.SIGALRM, _end)
        signal.signal(signal.SIGTERM, _ask)


def note_end(**_sent: object) -> None:
    """Cancel the time limit after each task, in the process that has run it."""
    if _has_no_pool() and not _State.is_asked:
        signal.alarm(0)


def end_in_time(**_sent: object) -> None:
    """Handle the worker's shutdown: forward it to busy processes, and exit when the time is over."""
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
    """Return whether the worker runs its tasks itself, so that only the system can enforce time limits."""
    return current_process().name == "MainProcess"


def _ask(_number: int = 0, _frame: object = None) -> None:
    if not _State.is_asked:
        _State.is_asked = True
        signal.setitimer(signal.ITIMER_REAL, FINISH_WITHIN, END_WITHIN - FINISH_WITHIN)


def _end(_number: int, _frame: object) -> None:
    """Interrupt the work in progress: a claimed row is released, anything else is an uncommitted transaction."""
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

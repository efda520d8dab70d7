"""How a worker ends: what it is at has some seconds to finish, then goes back, free at once for another worker.

Celery waits without limit for what is under way; and a row whose worker is killed would be leased for minutes.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Timer

from billiard.process import active_children
from celery.worker import state

from service.core.db import session
from service.work.leases import Row, release
from workers.surviving import survive

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
def in_hand(row: Row) -> Iterator[None]:
    """Do something with a claimed row. Stopped is raised if the time for that is over, and the row is free again."""
    try:
        _State.has_row = True
        yield
    except Stopped:
        give_back(row)
        raise
    finally:
        _State.has_row = False


def give_back(row: Row) -> None:
    """Let another worker have a claimed row at once, whatever was being done about it."""
    _State.has_row = False
    session().invalidate()  # the statement under way was interrupted, and nothing can be said on that connection
    survive(partial(release, row), "what a worker could not finish")


def listen(**_sent: object) -> None:
    """In a process of a worker's pool, before each task: end in time. Before the first, billiard sets its own way."""
    signal.signal(signal.SIGALRM, _end)
    signal.signal(signal.SIGTERM, _ask)


def end_in_time(**_sent: object) -> None:
    """In the worker itself, once it was asked to end: pass that on, and be gone when the time is over."""
    _signal({request.worker_pid for request in tuple(state.active_requests)}, signal.SIGTERM)
    last = Timer(END_WITHIN, _leave)
    last.daemon = True
    last.start()
    signal.alarm(ALARM_AFTER)


def _ask(_number: int, _frame: object) -> None:
    if not _State.is_asked:
        _State.is_asked = True
        signal.setitimer(signal.ITIMER_REAL, FINISH_WITHIN, END_WITHIN - FINISH_WITHIN)


def _end(_number: int, _frame: object) -> None:
    """Interrupt what is under way: a row is given back, anything else is a transaction that is not committed."""
    raise Stopped if _State.has_row else SystemExit


def _leave() -> None:
    _signal({process.pid for process in active_children()}, signal.SIGKILL)
    os._exit(os.EX_TEMPFAIL)


def _signal(processes: Collection[int | None], number: signal.Signals) -> None:
    for process in filter(None, processes):
        with suppress(ProcessLookupError):
            os.kill(process, number)

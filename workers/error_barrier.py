"""Error handling of the outermost loops: log a failed row and continue with the others."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from service.telemetry.outages import met

log = logging.getLogger(__name__)


@dataclass
class Tally:
    """Counts of processed and of failed rows."""

    rows: int = 0
    failed: int = 0


_tally: ContextVar[Tally | None] = ContextVar("tally", default=None)


@contextmanager
def tallied() -> Iterator[Tally]:
    """Count the calls of `survive` in this context."""
    tally = Tally()
    before = _tally.set(tally)
    try:
        yield tally
    finally:
        _tally.reset(before)


def survive(work: Callable[[], object], what: str) -> bool:
    """Run some work and return whether it succeeded.

    An exception is logged by type and place, at `debug` if it is a known outage. Its message is not logged: it may
    quote an address or a secret.
    """
    try:
        work()
    except Exception as error:  # noqa: BLE001  # this is the outermost loop
        level = logging.DEBUG if met(error) else logging.ERROR
        log.log(level, "%s: %s %s", what, type(error).__name__, _place(error))
        _note(failed=1)
        return False
    _note(failed=0)
    return True


def _note(*, failed: int) -> None:
    tally = _tally.get()
    if tally is not None:
        tally.rows += 1
        tally.failed += failed


def _place(error: Exception) -> str:
    calls = traceback.extract_tb(error.__traceback__)[-4:]
    return " < ".join(f"{call.name} ({call.filename}:{call.lineno})" for call in reversed(calls))

"""Expected outages of the database, Redis and the mail server: log each once per process, and again when it ends.

A module that meets an outage reports it here. Log records of libraries, with a traceback for each attempt, are
converted too. The module that connects through a library registers the meaning of its errors, because not every process
imports every library.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from enum import Enum, auto
from threading import Lock
from typing import Any, TypeAlias

LULL = 5.0
"""Seconds without a failure until an outage is over: brief recoveries belong to one outage."""
ANSWERS_500 = "service"
"""Flask's logger: its records are unhandled errors, not outages."""
MAX_REASON = 200

log = logging.getLogger(__name__)


class Outage:
    """The outage state of one server that we need."""

    def __init__(self, name: str, seconds: Callable[[], float] = time.monotonic) -> None:
        self._name = name
        self._seconds = seconds
        self._lock = Lock()
        self._began: float | None = None
        self._failed = 0.0

    def is_met(self, why: str) -> None:
        """Record a failure; only the first one is logged."""
        with self._lock:
            self._failed = self._seconds()
            is_new = self._began is None
            if is_new:
                self._began = self._failed
        if is_new:
            log.warning("%s does not answer: %s", self._name, why[:MAX_REASON], extra={"outage": self._name})

    def is_over(self) -> None:
        """Record an answer and log the end of an outage. This costs nothing if there is none."""
        if self._began is None:
            return
        seconds = self._ended()
        if seconds is not None:
            members = {"outage": self._name, "seconds": seconds}
            log.warning("%s answers again after %d s", self._name, seconds, extra=members)

    def _ended(self) -> int | None:
        """End the outage if the lull has passed and return its seconds, to the first caller only."""
        with self._lock:
            now, began = self._seconds(), self._began
            if began is None or now - self._failed < LULL:
                return None
            self._began = None
            return round(now - began)


DATABASE = Outage("the database")
REDIS = Outage("Redis")
MAIL_SERVER = Outage("the mail server")


class Answered(Enum):
    """The meaning of an error from a server that does answer."""

    GIVEN_UP = auto()
    """It cancelled a statement so that others can go on."""
    OTHERWISE = auto()


Told: TypeAlias = Outage | Answered
_judges: dict[type[BaseException], Callable[[Any], Told]] = {}


def judge(*kinds: type[BaseException], by: Callable[[Any], Told]) -> None:
    """Register a function that classifies errors of these types."""
    _judges.update(dict.fromkeys(kinds, by))


def outage_of(error: BaseException) -> Outage | None:
    """Return the outage that an error or one of its causes shows, or None."""
    return next((found for each in _chain(error) if (found := _named_by(each))), None)


def _told_by(error: BaseException) -> Told | None:
    return next((judged(error) for kind, judged in _judges.items() if isinstance(error, kind)), None)


def _named_by(error: BaseException) -> Outage | None:
    told = _told_by(error)
    return told if isinstance(told, Outage) else None


def reason(error: BaseException) -> str:
    """Return the first line of the deepest error in the chain that belongs to an outage."""
    *_, deepest = [error, *(each for each in _chain(error) if _named_by(each))]
    return (str(deepest).splitlines() or [type(deepest).__name__])[0]


def met(error: BaseException) -> bool:
    """Check whether an error is temporary; if so, record it, so that the caller need not log it.

    Temporary errors are outages, and statements that the database cancelled so that others can go on.
    """
    outage = outage_of(error)
    if outage is not None:
        outage.is_met(reason(error))
        return True
    given_up = next((each for each in _chain(error) if _told_by(each) is Answered.GIVEN_UP), None)
    if given_up is not None:
        log.warning("the database gave up a statement: %s", reason(given_up)[:MAX_REASON])
    return given_up is not None


def tell(error: BaseException, what: str) -> None:
    """Log a failure and its reason; an outage is recorded as usual."""
    if not met(error):
        log.warning("%s: %s: %s", what, type(error).__name__, reason(error)[:MAX_REASON])


class Expected(logging.Filter):
    """Replaces log records of an outage, one for each attempt, by one line at its start."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == ANSWERS_500:
            return True
        raised = record.exc_info[1] if record.exc_info else None
        if raised and record.levelno >= logging.CRITICAL and not _named_by(raised):
            return True  # the process ends because of an error derived from an outage
        if raised and met(raised):
            return False
        causes = record.args if isinstance(record.args, tuple) else ()
        return not any(isinstance(each, BaseException) and met(each) for each in causes)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Iterate over an error and its causes, and over its context if that is relevant.

    The context is irrelevant after `raise … from None`, and after an error from a database that has answered.
    """
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        yield at
        has_no_part = at.__suppress_context__ or isinstance(_told_by(at), Answered)
        at = at.__cause__ or (None if has_no_part else at.__context__)

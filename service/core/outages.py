"""Outages that are expected: of the database, Redis, the mail server. Each process says so once, and when it ends.

Whoever meets one tells it here. What libraries log of it, with a traceback for each attempt, is one more way to hear.
What the errors of a library mean is told here by the module that connects by it: not every process needs all of them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from enum import Enum, auto
from threading import Lock
from typing import Any, TypeAlias

LULL = 5.0
"""Seconds without a failure until something is taken to be back: what comes and goes is one outage, not many."""
ANSWERS_500 = "service"
"""Flask's logger: what it says was not taken for an outage by whoever answered."""
MAX_REASON = 200

log = logging.getLogger(__name__)


class Outage:
    """Whether something that we need is away."""

    def __init__(self, name: str, seconds: Callable[[], float] = time.monotonic) -> None:
        self._name = name
        self._seconds = seconds
        self._lock = Lock()
        self._began: float | None = None
        self._failed = 0.0

    def is_met(self, why: str) -> None:
        """It does not answer; only the first to meet that says so."""
        with self._lock:
            self._failed = self._seconds()
            is_new = self._began is None
            if is_new:
                self._began = self._failed
        if is_new:
            log.warning("%s does not answer: %s", self._name, why[:MAX_REASON], extra={"outage": self._name})

    def is_over(self) -> None:
        """It has answered. This costs nothing while there is no outage."""
        if self._began is None:
            return
        seconds = self._ended()
        if seconds is not None:
            members = {"outage": self._name, "seconds": seconds}
            log.warning("%s answers again after %d s", self._name, seconds, extra=members)

    def _ended(self) -> int | None:
        """For how long it was away, told to the first who asks once it is over."""
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
    """What a server says that does answer."""

    GIVEN_UP = auto()
    """It has ended a statement so that others can go on."""
    OTHERWISE = auto()


Told: TypeAlias = Outage | Answered
_judges: dict[type[BaseException], Callable[[Any], Told]] = {}


def judge(*kinds: type[BaseException], by: Callable[[Any], Told]) -> None:
    """Have that function say, from now on, what errors of these kinds tell of their server."""
    _judges.update(dict.fromkeys(kinds, by))


def outage_of(error: BaseException) -> Outage | None:
    """Which outage an error tells of, by itself or by what it was raised for."""
    return next((found for each in _chain(error) if (found := _named_by(each))), None)


def _told_by(error: BaseException) -> Told | None:
    return next((judged(error) for kind, judged in _judges.items() if isinstance(error, kind)), None)


def _named_by(error: BaseException) -> Outage | None:
    told = _told_by(error)
    return told if isinstance(told, Outage) else None


def reason(error: BaseException) -> str:
    """The first line of what the deepest error says; one that something else was raised for has no part in it."""
    *_, deepest = [error, *(each for each in _chain(error) if _named_by(each))]
    return (str(deepest).splitlines() or [type(deepest).__name__])[0]


def met(error: BaseException) -> bool:
    """Whether an error will pass by itself; if so, that is noted, and need not be logged by anybody else.

    It tells of an outage, or of a statement that the database has ended so that others can go on.
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
    """Say in the log what did not work and why; an outage is told of as ever."""
    if not met(error):
        log.warning("%s: %s: %s", what, type(error).__name__, reason(error)[:MAX_REASON])


class Expected(logging.Filter):
    """Turns what is logged of an outage, once for each attempt, into the one line that says that it has begun."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == ANSWERS_500:
            return True
        raised = record.exc_info[1] if record.exc_info else None
        if raised and record.levelno >= logging.CRITICAL and not _named_by(raised):
            return True  # the process ends of what was made of an outage
        if raised and met(raised):
            return False
        causes = record.args if isinstance(record.args, tuple) else ()
        return not any(isinstance(each, BaseException) and met(each) for each in causes)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was raised for, and so on; also what was being handled when it came up, if that had a part.

    Whoever raises from None says that it had none; and a database that says what is wrong has answered, whatever was
    wrong before.
    """
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        yield at
        has_no_part = at.__suppress_context__ or isinstance(_told_by(at), Answered)
        at = at.__cause__ or (None if has_no_part else at.__context__)

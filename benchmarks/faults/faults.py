"""The faults: each breaks one part of an installation."""

from __future__ import annotations

import signal
from collections.abc import Callable

from benchmarks.faults.installation import Installation, NotTried
from tests.sink import TRY_AGAIN
from tests.soak import faked_time

REFUSE_ALL = "554 5.7.1 Relay access denied"
WRONG_BY = 30
"""Seconds that a clock is ahead."""


def _kill(name: str) -> Callable[[Installation], None]:
    return lambda at: at.programs[name].kill()


def _answer(answer: str) -> Callable[[Installation], None]:
    def strike(at: Installation) -> None:
        at.mail_server.answer = answer

    return strike


def _wrong_clock(at: Installation) -> None:
    """Put the clock of the machine ahead, for the programs and the operator's commands; the database has its own."""
    if faked_time.library() is None:
        raise NotTried("no libfaketime works here")
    faked_time.jump(at.clock, WRONG_BY)


def _old_tables(at: Installation) -> None:
    """Let the tables count as older ones."""
    at.database.rows("DELETE FROM alembic_version")


FAULTS: dict[str, Callable[[Installation], object]] = {
    "database down": lambda at: at.database.crash(signal.SIGQUIT),
    "Redis down": _kill("redis"),
    "worker dead": _kill("worker"),
    "beat dead": _kill("beat"),
    "inbound dead": _kill("inbound"),
    "mail server away": lambda at: at.mail_server.stop(),
    "mail server says 451": _answer(TRY_AGAIN),
    "mail server says 554": _answer(REFUSE_ALL),
    "mails dead": _kill("mails"),
    "disk of the database full": lambda at: at.fill("database"),
    "disk of SUNDIAL_HOME full": lambda at: at.fill("home"),
    "clock wrong by 30 s": _wrong_clock,
    "another SECRET_KEY": lambda at: at.start_stranger(),
    "tables too old": _old_tables,
    "webhooks dead": _kill("webhooks"),
}

"""Signs of life: each program notes in the database, every few seconds, that it runs, with its version and key."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from importlib.metadata import version
from socket import gethostname
from threading import Event, Lock, Thread

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from service.config.environment import Config
from service.config.timeouts import Role
from service.db import clock
from service.db.engines import new_engine, session
from service.models import ProgramSign

EVERY = 15.0
PATIENCE = 2.0
"""Seconds that a program which ends waits for its last sign."""

_WRITING = Lock()
os.register_at_fork(before=_WRITING.acquire, after_in_parent=_WRITING.release, after_in_child=_WRITING.release)


class LifeSigns:
    """Leaves signs of life of this process from a thread, until it is stopped. Create it after the fork.

    It connects for each sign, so that forks inherit no connection. A database that does not answer is tried again.
    """

    def __init__(self, config: Config, program: str, every: float = EVERY) -> None:
        self._engine = new_engine(config.database_url, Role.WORKER, config.patience[Role.WEB]).execution_options(
            writes=True
        )
        self._program, self._key_name, self._every = program, config.key_ring.name, every
        self._version = version("sundial")  # as it was started, also while another one is being installed
        self._ending = Event()
        self._thread = Thread(target=self._keep, name="signs of life", daemon=True)

    def start(self) -> None:
        """Leave the first sign now."""
        self._thread.start()

    def stop(self) -> None:
        """Note that the program ends in order."""
        self._ending.set()
        self._thread.join(PATIENCE)

    def _keep(self) -> None:
        while not self._ending.is_set():
            self._leave(is_last=False)
            self._ending.wait(self._every)
        self._leave(is_last=True)

    def _leave(self, *, is_last: bool) -> None:
        with _WRITING:
            with suppress(SQLAlchemyError), Session(self._engine) as current, current.begin():
                now = _time(current)
                sign = ProgramSign(program=self._program, machine=gethostname(), seen_at=now, key_name=self._key_name)
                sign.version, sign.stopped_at = self._version, now if is_last else None
                current.merge(sign)
            self._engine.dispose()


def signs(program: str | None = None) -> Sequence[ProgramSign]:
    """Return the last sign of each program, or of one, on each machine."""
    found = select(ProgramSign).order_by(ProgramSign.program, ProgramSign.machine)
    return session().scalars(found if program is None else found.where(ProgramSign.program == program)).all()


def silence(sign: ProgramSign, now: datetime) -> float:
    """Return the seconds since a sign; `now` is by the app's clock, which may be ahead in a sandbox."""
    return max(0, (now - clock.lead() - sign.seen_at).total_seconds())


def _time(current: Session) -> datetime:
    if current.get_bind().dialect.name == "sqlite":
        return clock.system_clock()
    now: datetime = current.scalars(select(func.clock_timestamp())).one()
    return now

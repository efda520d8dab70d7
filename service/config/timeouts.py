"""Database timeouts: for this process, and for the database to end a transaction that has gone silent.

A process that freezes, loses its network or dies in a transaction keeps its locks until the database ends it. So this
time (`idle`) is shorter, for web and workers, than the time that a player's move waits for a lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum


class Role(StrEnum):
    """The kind of a process."""

    WEB = "web"
    """A person waits for the answer, five seconds at most."""
    WORKER = "worker"
    """Work can be done later: workers, `sundial inbound`, and commands that run beside them."""
    COMMAND = "command"
    """An operator waits for it to finish, for example `sundial upgrade`."""


WEB_THREADS = 32
"""The default of concurrent requests in a web process, each of which may need a connection."""


@dataclass(frozen=True)
class Patience:
    """Timeouts in whole seconds."""

    connect: int
    """For connecting to the database."""
    pool: int
    """For a connection from the pool, while other threads of this process use all."""
    lock: int
    """For a lock; with SQLite, for all other writers."""
    statement: int
    """For a statement, with the locks that it waits for."""
    idle: int
    """For a pause between two statements of a transaction; then the database ends transaction and connection."""


DEFAULT: Mapping[Role, Patience] = {
    Role.WEB: Patience(connect=3, pool=3, lock=4, statement=5, idle=3),
    Role.WORKER: Patience(connect=10, pool=10, lock=10, statement=60, idle=3),
    Role.COMMAND: Patience(connect=10, pool=10, lock=20, statement=3600, idle=600),
}
NAMES = tuple(asdict(DEFAULT[Role.WEB]))


def patience_of_roles(text: str) -> Mapping[Role, Patience]:
    """Parse an operator's timeouts, such as "web-lock=2 worker-statement=120", or raise ValueError."""
    changed = dict(DEFAULT)
    for part in text.replace(",", " ").split():
        about, _, seconds = part.partition("=")
        role, _, name = about.partition("-")
        if name not in NAMES or not (seconds.isascii() and seconds.isdecimal() and int(seconds)):
            raise ValueError(part)
        changed[Role(role)] = replace(changed[Role(role)], **{name: int(seconds)})
    return changed

"""How long a process waits for the database, and the database for a process that has fallen silent.

Whoever is frozen, cut off or killed in the middle of a transaction holds what it has locked until the database ends it;
so the time of that (`idle`) is shorter, for everybody, than the time for which a player's move waits for a lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum


class Role(StrEnum):
    """What a process is there for."""

    WEB = "web"
    """Somebody waits for the answer, five seconds at most."""
    WORKER = "worker"
    """What is not done now is done later: workers, `sundial inbound`, commands that work beside them."""
    COMMAND = "command"
    """An operator waits for the end of it, as for that of `sundial upgrade`."""


WEB_THREADS = 32
"""Requests that a process of `web` serves at once, each of which may need a connection, if nothing is set."""


@dataclass(frozen=True)
class Patience:
    """Whole seconds."""

    connect: int
    """Until the database has taken a connection."""
    pool: int
    """Until another thread of this process gives back a connection."""
    lock: int
    """Until somebody else gives up a lock; with SQLite, until everybody else has written."""
    statement: int
    """That a statement may take, with the locks it waits for."""
    idle: int
    """That a transaction may lie between two statements, until the database ends it and the connection with it."""


DEFAULT: Mapping[Role, Patience] = {
    Role.WEB: Patience(connect=3, pool=3, lock=4, statement=5, idle=3),
    Role.WORKER: Patience(connect=10, pool=10, lock=10, statement=60, idle=3),
    Role.COMMAND: Patience(connect=10, pool=10, lock=20, statement=3600, idle=600),
}
NAMES = tuple(asdict(DEFAULT[Role.WEB]))


def patience_of_roles(text: str) -> Mapping[Role, Patience]:
    """What an operator wants to be otherwise, such as "web-lock=2 worker-statement=120"; ValueError if it says more."""
    changed = dict(DEFAULT)
    for part in text.replace(",", " ").split():
        about, _, seconds = part.partition("=")
        role, _, name = about.partition("-")
        if name not in NAMES or not (seconds.isascii() and seconds.isdecimal() and int(seconds)):
            raise ValueError(part)
        changed[Role(role)] = replace(changed[Role(role)], **{name: int(seconds)})
    return changed

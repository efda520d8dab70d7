"""A time for each examination, and nothing that one of them meets ends the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Thread

from workers.doctor.finding import Finding, mend, not_checked
from workers.doctor.names import Silence
from workers.surviving import survive

PATIENCE = 10.0
"""Seconds for one examination."""


@dataclass(frozen=True)
class Examination:
    """What is looked at, and how."""

    about: str
    look: Callable[[], Iterable[Finding]]


def in_time(examination: Examination, patience: float = PATIENCE) -> Iterator[Finding]:
    """What is found until the time is over, and a word about it if that was not all.

    The thread is left behind with whatever it waits for: looking up a name can hang, and cannot be called off.
    """
    about, found = examination.about, list[Finding]()

    def look() -> None:
        for finding in _until_silence(examination):
            found.append(finding)  # what was found must be there when the time is over

    def survived() -> None:
        if not survive(look, about):
            found.append(mend(about, "could not be looked at, by a fault of Sundial; the log above says where"))

    thread = Thread(target=survived, daemon=True)
    thread.start()
    thread.join(patience)
    unfinished = thread.is_alive()
    yield from list(found)
    if unfinished:
        yield mend(about, f"no end after {patience:g} seconds: somebody who was asked is slow, or does not answer")


def _until_silence(examination: Examination) -> Iterator[Finding]:
    try:
        yield from examination.look()
    except Silence as silence:
        yield not_checked(examination.about, f"DNS does not say: {silence}")

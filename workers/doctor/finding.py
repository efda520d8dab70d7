"""An examination, and what the doctor says of one thing: nothing that one examination meets ends the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from threading import Thread

from service.core.zone_lines import txt_line
from workers.doctor.names import Silence
from workers.surviving import survive

PATIENCE = 10.0
"""Seconds for one examination."""


class State(StrEnum):
    """How a thing was found."""

    WELL = "well"
    TO_MEND = "to mend"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True)
class Finding:
    """What was looked at, how it was found, a line about it, and what to write into the zone to mend it."""

    about: str
    state: State
    text: str
    publish: str = ""

    @property
    def is_well(self) -> bool:
        """Whether nothing is to be mended here, as far as could be seen."""
        return self.state != State.TO_MEND


def well(about: str, text: str) -> Finding:
    """It is as it should be."""
    return Finding(about, State.WELL, text)


def mend(about: str, text: str, publish: str = "") -> Finding:
    """It is not, and the text says what to do."""
    return Finding(about, State.TO_MEND, text, publish)


def not_checked(about: str, text: str) -> Finding:
    """It could not be looked at; the text says why."""
    return Finding(about, State.NOT_CHECKED, text)


def in_zone(name: str, kind: str, value: str) -> str:
    """A line of a zone file (RFC 1035, 5.1)."""
    return txt_line(name, value) if kind == "TXT" else f"{name}. {kind} {value}"


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
        try:
            for finding in examination.look():
                found.append(finding)  # what was found must be there when the time is over
        except Silence as silence:
            found.append(not_checked(about, f"DNS does not say: {silence}"))

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

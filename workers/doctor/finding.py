"""Findings of the doctor: run each examination with a timeout, so that none affects the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from threading import Thread

from service.notifications.zone_lines import txt_line
from workers.doctor.names import Silence
from workers.error_barrier import survive

PATIENCE = 10.0
"""Timeout of one examination in seconds."""


class State(StrEnum):
    """The result of a check."""

    WELL = "well"
    TO_MEND = "to fix"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True)
class Finding:
    """The subject of a check, its result, a line about it, and the DNS record that fixes it."""

    about: str
    state: State
    text: str
    publish: str = ""

    @property
    def is_well(self) -> bool:
        """Whether nothing needs fixing here, as far as could be checked."""
        return self.state != State.TO_MEND


def well(about: str, text: str) -> Finding:
    """Report that a check passed."""
    return Finding(about, State.WELL, text)


def mend(about: str, text: str, publish: str = "") -> Finding:
    """Report a problem; the text says how to fix it."""
    return Finding(about, State.TO_MEND, text, publish)


def not_checked(about: str, text: str) -> Finding:
    """Report that something could not be checked; the text says why."""
    return Finding(about, State.NOT_CHECKED, text)


def in_zone(name: str, kind: str, value: str) -> str:
    """Format a line of a zone file (RFC 1035, 5.1)."""
    return txt_line(name, value) if kind == "TXT" else f"{name}. {kind} {value}"


@dataclass(frozen=True)
class Examination:
    """A named check."""

    about: str
    look: Callable[[], Iterable[Finding]]


def in_time(examination: Examination, patience: float = PATIENCE) -> Iterator[Finding]:
    """Run an examination with a timeout, and yield its findings; add one if it did not finish.

    The thread is abandoned on a timeout: a DNS look-up can hang and cannot be cancelled.
    """
    about, found = examination.about, list[Finding]()

    def look() -> None:
        try:
            for finding in examination.look():
                found.append(finding)  # must be available when the time is over
        except ModuleNotFoundError:
            found.append(not_checked(about, "needs the extra `doctor`: install requirements/extras.lock"))
        except Silence as silence:
            found.append(not_checked(about, f"DNS has no answer: {silence}"))

    def survived() -> None:
        if not survive(look, about):
            found.append(mend(about, "could not be checked because of a bug in Sundial; see the log above"))

    thread = Thread(target=survived, daemon=True)
    thread.start()
    thread.join(patience)
    unfinished = thread.is_alive()
    yield from list(found)
    if unfinished:
        yield mend(about, f"not finished after {patience:g} seconds: a server is slow, or does not answer")

"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.core.zone_lines import txt_line


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

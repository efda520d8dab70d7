"""What DNS says, as the doctor hears it, and what the doctor makes of it."""

from __future__ import annotations

from collections.abc import Iterable

from workers.doctor.finding import Finding, State
from workers.doctor.names import LookUp

WELL, TO_MEND, NOT_CHECKED = State


def zone(records: dict[tuple[str, str], list[str]]) -> LookUp:
    """A DNS that knows these records and no others."""
    return lambda name, kind: records.get((name, kind), [])


def txt(**records: str) -> LookUp:
    """A DNS with TXT records; in the names, `_` stands for a dot and `__` for an underscore."""
    return zone({(name.replace("_", ".").replace("..", "_"), "TXT"): [text] for name, text in records.items()})


def states(findings: Iterable[Finding]) -> dict[str, State]:
    """How each thing was found."""
    return {finding.about: finding.state for finding in findings}


def only(findings: Iterable[Finding]) -> Finding:
    """The one finding that there is."""
    [finding] = findings
    return finding

"""Fake DNS answers for the doctor, and helpers for its findings."""

from __future__ import annotations

from collections.abc import Iterable

from workers.doctor.finding import Finding, State
from workers.doctor.names import LookUp

WELL, TO_MEND, NOT_CHECKED = State


def zone(records: dict[tuple[str, str], list[str]]) -> LookUp:
    """Return a DNS with these records and no others."""
    return lambda name, kind: records.get((name, kind), [])


def txt(**records: str) -> LookUp:
    """Return a DNS with TXT records; in the names, `_` is a dot and `__` an underscore."""
    return zone({(name.replace("_", ".").replace("..", "_"), "TXT"): [text] for name, text in records.items()})


def states(findings: Iterable[Finding]) -> dict[str, State]:
    """How each thing was found."""
    return {finding.about: finding.state for finding in findings}


def only(findings: Iterable[Finding]) -> Finding:
    """Return the only finding."""
    [finding] = findings
    return finding

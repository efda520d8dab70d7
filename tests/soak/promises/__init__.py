"""Promises: a check of each is a function from the evidence to sentences, one for each breach; its docstring says it.

None of them knows anything of the service or uses its code. `checker` has them all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from tests.soak.evidence import Evidence, Row

Check = Callable[[Evidence], Iterator[str]]
CHECKS: dict[str, Check] = {}
CHANCE = -1


def check(name: str) -> Callable[[Check], Check]:
    """Let it be one of the checks."""

    def put(promise: Check) -> Check:
        CHECKS[name] = promise
        return promise

    return put


def of_kind(evidence: Evidence, *kinds: str) -> list[Row]:
    """Return the history's entries of these kinds."""
    return [row for row in evidence.history if row["kind"] in kinds]


def moves(evidence: Evidence) -> dict[tuple[str, int], tuple[int, str]]:
    """Seat and text of each move in the logs, by game and by the version that it answered."""
    found: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for entry in evidence.log:
        if entry["seat"] != CHANCE:
            found[entry["game"], entry["version"] - 1].append(entry)
    return {key: (entries[0]["seat"], ", ".join(each["action"] for each in entries)) for key, entries in found.items()}

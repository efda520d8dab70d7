"""Requests sent in the gauntlet, and their responses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

AT_LEAST = 3
"""Of each sort of input something is sent, however small the share."""


@dataclass(frozen=True)
class Attempt:
    """An invalid request; `what` names the input, which may be sent to many addresses."""

    door: str
    sort: str
    what: str
    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    may_pass: bool = False
    """Whether it is no fault to take it: a text that is odd and not wrong."""
    statuses: frozenset[int] = frozenset()
    """With which it has to be answered, if that is known."""
    foreign: bool = False
    """Whether it asks for what is somebody else's."""

    def __str__(self) -> str:
        return f"{self.door}, {self.sort}, {self.what[:60]!r}: {self.method} {self.path[:120]}"


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    kind: str
    text: str


def sample(attempts: Iterable[Attempt], share: float, rng: Random) -> list[Attempt]:
    """Sample a share of the attempts with at least one of each kind, in random order."""
    sorts: defaultdict[tuple[str, str], list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        sorts[attempt.door, attempt.sort].append(attempt)
    return [
        attempt
        for found in sorts.values()
        for attempt in rng.sample(found, min(len(found), max(AT_LEAST, round(share * len(found)))))
    ]

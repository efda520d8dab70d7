"""How much is measured, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    """How long each part lasts."""

    folder: Path
    rounds: int = 3
    seconds: float = 2.0
    warm_up: float = 1.0
    """Seconds of moves before anything is measured."""
    clients: tuple[int, ...] = (1, 8, 32)
    rulesets: tuple[str, ...] = ("seasons", "tribes")
    databases: tuple[str, ...] = ("PostgreSQL", "SQLite")
    games: int = 5_000
    moves_inside: int = 150
    """Moves that are looked at in one process."""
    reads: int = 20
    """How often each address is read."""
    mails: int = 200


def short_plan(folder: Path) -> Plan:
    """The least that tries all of it."""
    return Plan(
        folder,
        rounds=1,
        seconds=0.3,
        warm_up=0.3,
        clients=(2,),
        rulesets=("seasons",),
        databases=("PostgreSQL",),
        games=20,
        moves_inside=6,
        reads=1,
        mails=2,
    )


@dataclass(frozen=True)
class Target:
    """A figure that was asked for: at least `bound`, or at most; what is aimed at may be more."""

    name: str
    figure: float
    bound: float
    at_most: bool = True
    aimed: float | None = None

    @property
    def verdict(self) -> str:
        """Whether it was met; what was not measured is neither."""
        if isnan(self.figure):
            return "not measured"
        met = self.figure <= self.bound if self.at_most else self.figure >= self.bound
        return "met" if met else "missed"


@dataclass
class Findings:
    """What is said at the end."""

    targets: list[Target] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What makes figures worthless."""

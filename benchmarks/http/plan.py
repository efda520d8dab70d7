"""Parameters and results of the HTTP benchmarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    """Duration and size of each part."""

    folder: Path
    rounds: int = 3
    seconds: float = 2.0
    warm_up: float = 1.0
    """Seconds of moves before the measurement."""
    clients: tuple[int, ...] = (1, 8, 32)
    rulesets: tuple[str, ...] = ("seasons", "tribes")
    databases: tuple[str, ...] = ("PostgreSQL", "SQLite")
    games: int = 5_000
    moves_inside: int = 150
    """Moves to measure in one process."""
    reads: int = 20
    """Number of reads of each address."""
    mails: int = 200


def short_plan(folder: Path) -> Plan:
    """Return the shortest plan that tries everything."""
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
    """A figure with its bound, lower or upper; `aimed` may be stricter."""

    name: str
    figure: float
    bound: float
    at_most: bool = True
    aimed: float | None = None

    @property
    def verdict(self) -> str:
        """Return whether the target was met, or that it was not measured."""
        if isnan(self.figure):
            return "not measured"
        met = self.figure <= self.bound if self.at_most else self.figure >= self.bound
        return "met" if met else "missed"


@dataclass
class Findings:
    """Results of the benchmark."""

    targets: list[Target] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Reasons why figures are invalid."""

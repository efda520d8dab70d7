"""Falsifications of evidence: each mutant names the check that must detect it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.soak.evidence import Evidence, Row

Lie = Callable[[Evidence, Random], None]
MUTANTS: dict[str, tuple[str, Lie]] = {}


class NothingToFalsify(LookupError):
    """The run has brought nothing of that kind."""


def mutant(name: str, noticed_by: str) -> Callable[[Lie], Lie]:
    """Let it be one of the mutants."""

    def put(lie: Lie) -> Lie:
        MUTANTS[name] = noticed_by, lie
        return lie

    return put


def any_of(rows: list[Row], rng: Random) -> Row:
    """One of them."""
    if not rows:
        raise NothingToFalsify
    return rng.choice(rows)


def noted(evidence: Evidence, kind: str, *by: str) -> list[Row]:
    """Return the history's entries of a kind by these kinds of players."""
    return [row for row in evidence.history if row["kind"] == kind and (not by or row["by"] in by)]

"""Falsified evidence that the checker must detect; the falsifications are in `tests/soak/lies/`."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module
from pkgutil import iter_modules
from random import Random

from tests.soak import lies
from tests.soak.checker import CHECKS
from tests.soak.evidence import Evidence
from tests.soak.lies import MUTANTS, NothingToFalsify

__all__ = ["MUTANTS", "judged"]

for module in iter_modules(lies.__path__, f"{lies.__name__}."):
    import_module(module.name)


def judged(evidence: Evidence, rng: Random) -> Iterator[tuple[str, bool]]:
    """Each mutant that there is material for, and whether the check that is meant for it notices the lie."""
    for name, (check, lie) in MUTANTS.items():
        falsified = deepcopy(evidence)
        try:
            lie(falsified, rng)
        except NothingToFalsify:
            continue
        before, after = (set(CHECKS[check](each)) for each in (evidence, falsified))
        yield name, bool(after - before)

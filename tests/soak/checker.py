"""Check the evidence of a run for broken promises, which are in `tests/soak/promises/`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from tests.soak import promises
from tests.soak.evidence import Evidence
from tests.soak.promises import CHECKS

__all__ = ["CHECKS", "findings"]

for module in iter_modules(promises.__path__, f"{promises.__name__}."):
    import_module(module.name)


def findings(evidence: Evidence) -> list[str]:
    """All breaches, each with the name of the check that has found it."""
    return [f"{name}: {text}" for name, promise in CHECKS.items() for text in promise(evidence)]

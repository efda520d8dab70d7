"""Periodic jobs. Each module here is one job, found automatically.

A job queries the database for due work. It runs at its interval and, on a hint, whenever something new is due; a lost
hint costs only seconds. A job may run several times at once, on any number of machines.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol


class Job(Protocol):
    """The interface of a module here."""

    NAME: str
    """The name of its task."""
    EVERY: float
    """Seconds between two runs, when no hint comes."""

    def run(self) -> bool:
        """Process some of the due work, in an app context; return whether there may be more."""


@dataclass
class LazyJob:
    """A job whose module is imported when it runs, so that other programs do not import its dependencies."""

    NAME: str
    EVERY: float
    module: str

    def load(self) -> Job:
        """Import the module, which is the job."""
        return import_module(self.module)

    def run(self) -> bool:
        """Import and run the job."""
        return self.load().run()


def jobs() -> Iterator[LazyJob]:
    """Yield all jobs. A module `secret_keys` is the job `sundial.secret-keys`."""
    for found in pkgutil.iter_modules(__path__):
        name = found.name.replace("_", "-")
        yield LazyJob(f"sundial.{name}", _interval(found.name), f"{__name__}.{found.name}")


@cache
def _interval(module: str) -> float:
    """Read the constant EVERY of a module without importing it."""
    text = Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
    [seconds] = [
        ast.literal_eval(line.value)
        for line in ast.parse(text).body
        if isinstance(line, ast.Assign) and [ast.unparse(name) for name in line.targets] == ["EVERY"]
    ]
    return float(seconds)

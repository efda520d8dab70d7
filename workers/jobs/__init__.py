"""What has to be done again and again. Each module here is one job, found by itself.

A job looks in the database for what is due. It is run at its interval and, as a hint, whenever something new is due; so
a lost hint costs seconds, and nothing else. A job may run several times at once, on any number of machines.
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
    """What a module here provides."""

    NAME: str
    """The name of its task."""
    EVERY: float
    """Seconds between two runs, when no hint comes."""

    def run(self) -> bool:
        """See to some of what is due, in an app context; say whether there may be more."""


@dataclass
class LazyJob:
    """A job whose module is imported when it is run: who sends sweeps, or does other jobs, needs nothing of it."""

    NAME: str
    EVERY: float
    module: str

    def load(self) -> Job:
        """Import the module, which is the job."""
        return import_module(self.module)

    def run(self) -> bool:
        """Run it."""
        return self.load().run()


def jobs() -> Iterator[LazyJob]:
    """All jobs. A module `secret_keys` is the job `sundial.secret-keys`."""
    for found in pkgutil.iter_modules(__path__):
        name = found.name.replace("_", "-")
        yield LazyJob(f"sundial.{name}", _interval(found.name), f"{__name__}.{found.name}")


@cache
def _interval(module: str) -> float:
    """The constant EVERY of a module, read and not imported."""
    text = Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
    [seconds] = [
        ast.literal_eval(line.value)
        for line in ast.parse(text).body
        if isinstance(line, ast.Assign) and [ast.unparse(name) for name in line.targets] == ["EVERY"]
    ]
    return float(seconds)

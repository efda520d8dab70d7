"""What has to be done again and again. Each module here is one job, found by itself.

A job looks in the database for what is due. It is run at its interval and, as a hint, whenever something new is due; so
a lost hint costs seconds, and nothing else. A job may run several times at once, on any number of machines.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Protocol


class Job(Protocol):
    """What a module here provides."""

    NAME: str
    """The name of its task."""
    EVERY: float
    """Seconds between two runs, when no hint comes."""

    def run(self) -> bool:
        """See to some of what is due, in an app context; say whether there may be more."""


def jobs() -> Iterator[Job]:
    """All jobs."""
    for found in pkgutil.iter_modules(__path__, f"{__name__}."):
        yield import_module(found.name)  # a module is its job

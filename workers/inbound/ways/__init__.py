"""Ways by which mail gets in to `sundial inbound`. Each module here is one, and open if its knob is set."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Protocol

from flask import Flask


class Way(Protocol):
    """Takes mails from somewhere, each as `taking.take` does, from start to stop."""

    def start(self) -> None:
        """Begin, in a thread; OSError if that cannot be."""

    def stop(self) -> None:
        """End; what was taken is kept."""


def open_ways(app: Flask, host: str) -> Iterator[Way]:
    """Those that an installation is configured with, on that address where they listen; BadConfiguration."""
    for found in pkgutil.iter_modules(__path__, f"{__name__}."):
        way: Way | None = import_module(found.name).way(app, host)
        if way is not None:
            yield way

"""Ways in for `sundial inbound`. Each module here is one, and is opened if its setting is there."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Protocol

from flask import Flask


class Way(Protocol):
    """A source of emails, which are each stored by `taking.take`, from start to stop."""

    def start(self) -> None:
        """Start in a thread; OSError if that is impossible."""

    def stop(self) -> None:
        """Stop; accepted emails are stored."""


def open_ways(app: Flask, host: str) -> Iterator[Way]:
    """Yield the configured ways in, which listen on that host if they listen at all; BadConfiguration."""
    for found in pkgutil.iter_modules(__path__, f"{__name__}."):
        way: Way | None = import_module(found.name).way(app, host)
        if way is not None:
            yield way

"""Transactions for interfaces, which call several packages for one response."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from service.db.engines import session, transaction

T = TypeVar("T")


def whole(act: Callable[[], T]) -> T:
    """Run a function and build its response in one transaction: if the response fails, nothing is done."""
    with transaction():
        return act()


def undone_if_refused(act: Callable[[], T]) -> T:
    """Run a function in a savepoint: if it is refused, only its own changes are rolled back."""
    with session().begin_nested():
        return act()

"""Units of work: for faces, which call several packages for one answer, and open no transaction themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from service.core.db import session, transaction

T = TypeVar("T")


def whole(act: Callable[[], T]) -> T:
    """Do something and make the answer to it in one transaction: what cannot be answered is not done."""
    with transaction():
        return act()


def undone_if_refused(act: Callable[[], T]) -> T:
    """Do something in the transaction under way; if it is refused, nothing of it stays, and all before it does."""
    with session().begin_nested():
        return act()

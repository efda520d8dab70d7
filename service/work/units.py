"""Units of work: for faces, which call several packages for one answer, and open no transaction themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from service.core.db import rehearsed, session, transaction

T = TypeVar("T")


def whole(act: Callable[[], T]) -> T:
    """Do something and make the answer to it in one transaction: what cannot be answered is not done."""
    with transaction():
        return act()


def tried_out(act: Callable[[], T]) -> T:
    """As `whole`, but on SQLite others may write while it works out what to; so it may act twice, which counts once.

    For what is done often, does nothing beside what is undone with the transaction, and is seldom in anybody's way.
    """
    return rehearsed(act)


def undone_if_refused(act: Callable[[], T]) -> T:
    """Do something in the transaction under way; if it is refused, nothing of it stays, and all before it does."""
    with session().begin_nested():
        return act()

"""Data retention: delete old rows. The `retention` module of each package says what is kept and for how long.

A rule deletes a batch in a short transaction, so that a large table blocks nobody; the caller repeats it. An
interrupted or concurrent run continues with the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, delete, inspect, select, tuple_
from sqlalchemy.orm import Mapper

from service.db.engines import session, transaction
from service.db.model import Model
from service.jobs.holds import is_held

PACKAGES = ("erasure", "challenges", "push", "webhooks", "notifications", "play", "accounts", "jobs")
"""Packages with rules, from the outside in: referring rows are deleted first."""
BATCH = 500

Key: TypeAlias = tuple[Any, ...]
Forget: TypeAlias = Callable[[datetime, int], int]
"""Deletes at most so many rows older than that time, in the current transaction; returns how many it handled."""


@dataclass(frozen=True)
class Rule:
    """A retention rule: what is deleted after how long."""

    after: timedelta
    what: str
    """What it is, for people: a phrase to translate."""
    forget: Forget

    @property
    def name(self) -> str:
        """Its name in logs and documents."""
        return f"{self.forget.__module__}.{self.forget.__name__}"

    def apply(self, now: datetime, limit: int = BATCH) -> int:
        """Delete a batch and return how many rows were handled; `limit` if there may be more.

        During the hold after a restore nothing is deleted, so that the operator can look at the data.
        """
        with transaction():
            return 0 if is_held() else self.forget(now - self.after, limit)


def forgets(after: timedelta, what: str) -> Callable[[Forget], Rule]:
    """Turn a function of a module `retention` into a rule; the page on privacy says `what`."""
    return lambda forget: Rule(after, what, forget)


@cache
def rules() -> Sequence[Rule]:
    """List all rules in the order of application: by package, then by their order in the file."""
    modules = [import_module(f"service.{package}.retention") for package in PACKAGES]
    return [each for module in modules for each in vars(module).values() if isinstance(each, Rule)]


def old(kind: type[Model], limit: int, *which: ColumnElement[bool]) -> Sequence[Key]:
    """Select and lock the keys of at most `limit` matching rows, skipping locked ones."""
    key = _mapper(kind).primary_key
    found = select(*key).where(*which).limit(limit).with_for_update(skip_locked=True, of=kind)
    return [tuple(row) for row in session().execute(found)]


def drop(kind: type[Model], keys: Sequence[Key]) -> int:
    """Delete the rows with those keys; return the number of keys."""
    if keys:
        session().execute(delete(kind).where(tuple_(*_mapper(kind).primary_key).in_(keys)))
    return len(keys)


def _mapper(kind: type[Model]) -> Mapper[Any]:
    found: Mapper[Any] = inspect(kind)
    return found

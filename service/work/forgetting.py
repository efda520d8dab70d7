"""What is old is forgotten. Each package says in its module `retention` what it keeps, and for how long.

A rule forgets a batch in one short transaction, so that nobody waits for a large table; whoever wants more asks again.
Cut short anywhere, or run twice at once, it goes on with what is left.
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

from service.core.db import session, transaction
from service.core.model import Model
from service.work.holds import is_held

PACKAGES = ("leaving", "bots", "webhooks", "post", "play", "people", "work")
"""Who keeps something, from the outside in: what refers to a row goes before it."""
BATCH = 500

Key: TypeAlias = tuple[Any, ...]
Forget: TypeAlias = Callable[[datetime, int], int]
"""Forgets so many rows at most that are as old as that, in the transaction under way; says how many it has seen to."""


@dataclass(frozen=True)
class Rule:
    """What is forgotten after how long."""

    after: timedelta
    forget: Forget

    @property
    def name(self) -> str:
        """By which the log and the documents know it."""
        return f"{self.forget.__module__}.{self.forget.__name__}"

    def apply(self, now: datetime, limit: int = BATCH) -> int:
        """Forget a batch; says how many rows were seen to, as many as `limit` if there may be more.

        Nothing is forgotten while it is held after a restore: whoever has restored wants to look at what there was.
        """
        with transaction():
            return 0 if is_held() else self.forget(now - self.after, limit)


def forgets(after: timedelta) -> Callable[[Forget], Rule]:
    """Make a function of a module `retention` a rule."""
    return lambda forget: Rule(after, forget)


@cache
def rules() -> Sequence[Rule]:
    """All rules, in the order in which they are applied: of one package, in that in which they stand there."""
    modules = [import_module(f"service.{package}.retention") for package in PACKAGES]
    return [each for module in modules for each in vars(module).values() if isinstance(each, Rule)]


def old(kind: type[Model], limit: int, *which: ColumnElement[bool]) -> Sequence[Key]:
    """The keys of so many such rows at most, now locked; what somebody else is at is left out."""
    key = _mapper(kind).primary_key
    found = select(*key).where(*which).limit(limit).with_for_update(skip_locked=True, of=kind)
    return [tuple(row) for row in session().execute(found)]


def drop(kind: type[Model], keys: Sequence[Key]) -> int:
    """Delete the rows with those keys; says how many keys there are."""
    if keys:
        session().execute(delete(kind).where(tuple_(*_mapper(kind).primary_key).in_(keys)))
    return len(keys)


def _mapper(kind: type[Model]) -> Mapper[Any]:
    found: Mapper[Any] = inspect(kind)
    return found

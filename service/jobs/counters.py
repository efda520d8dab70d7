"""Counters held under a lock: progress marks and quantities."""

from __future__ import annotations

from sqlalchemy import Select, select

from service.db.engines import insert_if_new, session
from service.models import Counter


def value_of(name: str) -> int:
    """Return the value of a counter; 0 if it does not exist."""
    return session().scalar(select(Counter.value).where(Counter.name == name)) or 0


def with_prefix(prefix: str) -> dict[str, int]:
    """Return the values of all counters with a prefix, by the rest of their names."""
    found = select(Counter.name, Counter.value).where(Counter.name.startswith(prefix))
    return {name.removeprefix(prefix): value for name, value in session().execute(found)}


def hold(name: str) -> Counter:
    """Lock a counter until the transaction ends, and create it if necessary."""
    counter = session().scalar(_held(name))
    if counter is None:
        insert_if_new(Counter(name=name, value=0))  # else a concurrent transaction has created it
        counter = session().scalars(_held(name)).one()
    return counter


def _held(name: str) -> Select[Counter]:
    held = select(Counter).where(Counter.name == name).with_for_update()
    return held.execution_options(populate_existing=True)

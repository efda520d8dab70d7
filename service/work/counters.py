"""Numbers that are held under a lock: how far something has come, and how much there is of something."""

from __future__ import annotations

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError

from service.core.db import session
from service.models import Counter


def value_of(name: str) -> int:
    """What the counter of that name stands at; 0 if there is none."""
    return session().scalar(select(Counter.value).where(Counter.name == name)) or 0


def with_prefix(prefix: str) -> dict[str, int]:
    """What the counters stand at whose names begin so, by the rest of their names."""
    found = select(Counter.name, Counter.value).where(Counter.name.startswith(prefix))
    return {name.removeprefix(prefix): value for name, value in session().execute(found)}


def hold(name: str) -> Counter:
    """The counter of that name, made if there is none, and held until the transaction under way ends."""
    counter = session().scalar(_held(name))
    if counter is None:
        try:
            with session().begin_nested():
                session().add(Counter(name=name, value=0))
        except IntegrityError:
            pass  # somebody else has made it at this moment
        counter = session().scalars(_held(name)).one()
    return counter


def _held(name: str) -> Select[Counter]:
    held = select(Counter).where(Counter.name == name).with_for_update()
    return held.execution_options(populate_existing=True)

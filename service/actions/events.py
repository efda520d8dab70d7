"""The event log: one line for everything that happens, read by pages, streams and webhooks.

A row is written in the transaction that makes it true. Its number is given out afterwards, under a lock, over rows that
have committed: so numbers rise in the order in which rows become visible, which an id from a sequence does not.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import select

from service.db import session, transaction
from service.models import Counter, Event, Game

EVENT_NUMBERS = "event"
BATCH = 1000


def record(kind: str, game: Game, now: datetime, **data: Any) -> None:  # noqa: ANN401  # whatever JSON can hold
    """Write that something happened to a game, in the transaction under way."""
    session().add(Event(type=kind, game_id=game.id, version=game.version, data=data, at=now))


def number_events() -> int:
    """Give committed events their numbers; says how many got one. Safe to run at any time, by anybody."""
    with transaction() as current:
        counter = current.scalar(
            select(Counter)
            .where(Counter.name == EVENT_NUMBERS)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
        if counter is None:
            raise LookupError("the migrations create the counter of events")
        waiting = current.scalars(select(Event).where(Event.number.is_(None)).order_by(Event.id).limit(BATCH)).all()
        for event in waiting:
            counter.value += 1
            event.number = counter.value
        return len(waiting)

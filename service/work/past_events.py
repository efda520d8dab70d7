"""Events that nobody is told of any more: all up to the horizon, a number that rises as they grow old.

Above it there is every event. Below, the beginnings of turns are kept, by which links to them are known; the last event
of each game, by which a reader who comes back is known to have missed something; and what turns under way need.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, exists, func, select

from service.core.db import session
from service.models import Event, Game, GameSeat, GameStatus, Webhook, WebhookDelivery
from service.work import counters

HORIZON = "event horizon"
KEPT = "turn.started"
"""Links to turns that are long over say what came of them."""


def horizon() -> int:
    """The number of the last event that nobody is told of any more; 0 if there is none."""
    return counters.value_of(HORIZON)


def forget_events(before: datetime, limit: int) -> int:
    """Let the horizon rise past so many events at most that are older than that; says how many they were.

    It stops before what an endpoint is still to be told of, or has a delivery of.
    """
    reached = counters.hold(HORIZON)
    passed = list(_old_ones(reached.value, before, limit))
    if passed:
        first = _first_wanted(reached.value, passed[-1])
        passed = [number for number in passed if first is None or number < first]
    if passed:
        _drop(reached.value, passed[-1])
        reached.value = passed[-1]
    return len(passed)


def _old_ones(above: int, before: datetime, limit: int) -> Iterator[int]:
    """The numbers of the next events, as long as they are old: whatever is behind a young one is not looked at."""
    following = select(Event.number, Event.at).where(Event.number > above).order_by(Event.number).limit(limit)
    for number, at in session().execute(following).all():
        if number is None or at > before:
            return
        yield number


def _first_wanted(after: int, until: int) -> int | None:
    """The first event that an endpoint is still to be told of, or that one of its deliveries is about."""
    between = Event.number > after, Event.number <= until
    is_delivered = exists().where(WebhookDelivery.event_id == Event.id)
    is_told = Webhook.switched_off.is_(None), Webhook.verified_at.is_not(None), Webhook.cursor < Event.number
    theirs = GameSeat.game_id == Event.game_id, GameSeat.account_id == Webhook.account_id
    is_untold = exists().where(*is_told, *theirs)
    first = select(func.min(Event.number)).where(*between)
    # In this order: whoever writes a delivery meanwhile makes of what is untold what is delivered.
    found = [session().scalar(first.where(which)) for which in (is_untold, is_delivered)]
    return min((number for number in found if number is not None), default=None)


def _drop(after: int, until: int) -> None:
    between = Event.number > after, Event.number <= until
    games = select(Event.game_id).where(*between)
    last_of_each = select(func.max(Event.number)).where(Event.game_id.in_(games)).group_by(Event.game_id)
    going = *between, Event.type != KEPT, Event.number.not_in(last_of_each), ~_is_needed()
    session().execute(delete(Event).where(*going))


def _is_needed() -> ColumnElement[bool]:
    """Whether an event is of a turn that goes on: by it, nobody is told twice that time runs out."""
    return exists().where(and_(Game.id == Event.game_id, Game.status == GameStatus.ACTIVE, Game.turn <= Event.version))

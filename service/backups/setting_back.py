"""What a database needs that was just restored: nothing of it is to be taken for what was lost, or be sent again.

Whatever was handed out between the backup and its restore is lost here, and known out there: versions of games, ids of
events, mails, webhooks. So numbers jump past those that may have been used; and what was due by now may have been
delivered, so it is not sent: whoever is to move is told anew instead, once, how the game stands.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select, update

from service.core.clock import time_json
from service.core.db import session, transaction
from service.core.model import ColumnValue
from service.models import (
    Envelope,
    Game,
    GameStatus,
    Notice,
    Restoration,
    Webhook,
    WebhookDelivery,
    WorkState,
)
from service.play.extensions import extend_deadlines
from service.play.seating import seat_of
from service.post.notices import add_notice, new_message_id, wanted_at
from service.work import events
from service.work.events import hold_counter, number_events
from service.work.leases import W

EVENTS_AHEAD, EVENTS_A_SECOND = 1_000_000, 10
VERSIONS_AHEAD, VERSIONS_A_SECOND = 1_000, 1
"""How far numbers jump: more than were handed out, at these rates, since the backup; so the same backup restored once
more jumps past what the first restore has led to."""


@dataclass(frozen=True)
class SetBack:
    """What became of a database: how many games go on, whom mails tell so, and what is not sent (again), by kind."""

    games: int
    told: int
    unsent: Mapping[str, int]


def set_back(backed_up_at: datetime, now: datetime) -> SetBack:
    """Make a restored database one that can be served; all of it is held until it is released. Nobody uses it yet."""
    while number_events():
        pass
    seconds = max(0, round((now - backed_up_at).total_seconds()))
    with transaction() as current:
        current.add(Restoration(backed_up_at=backed_up_at, restored_at=now))
        unsent = _keep_back(now)
        _jump(seconds)
        extend_deadlines(now - backed_up_at, now)
        going_on = current.scalars(select(Game.id).where(_goes_on()).order_by(Game.id)).all()
        told = sum(_tell(current.get_one(Game, game_id), now) for game_id in going_on)
    return SetBack(len(going_on), told, unsent)


def _goes_on() -> ColumnElement[bool]:
    return Game.status.in_([GameStatus.INVITING, GameStatus.ACTIVE])


def _jump(seconds: int) -> None:
    """Let no number come again, and no webhook be sent what had happened before: that may have been done."""
    ahead = VERSIONS_AHEAD + VERSIONS_A_SECOND * seconds
    session().execute(update(Game).where(_goes_on()).values(version=Game.version + ahead))
    counter = hold_counter(session())
    counter.value += EVENTS_AHEAD + EVENTS_A_SECOND * seconds
    session().execute(update(Webhook).values(cursor=counter.value))


def _tell(game: Game, now: datetime) -> bool:
    """Record that the game was set back, and write to the person who is to move; says whether there is one."""
    events.record("game.restored", game, now, seat=game.to_move, deadline=time_json(game.deadline))
    account = seat_of(game, game.to_move).account if game.to_move is not None else None
    if account is None or account.email is None or game.deadline is None or "your-turn" in account.muted:
        return False
    due = wanted_at("your-turn", account, now, game)
    if due is None:
        return False
    about: dict[str, ColumnValue] = {"game_id": game.id, "version": game.version, "seat": game.to_move}
    add_notice("restored", account, now, due, **about)
    return True


def _keep_back(now: datetime) -> dict[str, int]:
    """Send nothing that was due by now: nobody knows whether it has been sent. Says how much of what there was.

    What was to be sent later cannot have been. A reminder is of the turn that goes on, so it only gets another
    Message-ID, as all have that may yet be written to: it is another mail.
    """
    unsent: Tally[str] = Tally()
    for notice in _due(Notice, now, WorkState.QUEUED, WorkState.GATHERED):
        notice.message_id = new_message_id()
        if notice.kind != "reminder" or notice.state == WorkState.GATHERED:
            notice.state, notice.encrypted = WorkState.SUPERSEDED, b""
            unsent[notice.kind] += 1
    for envelope in _due(Envelope, now, WorkState.QUEUED):
        envelope.state, envelope.encrypted = WorkState.SUPERSEDED, b""
        unsent["envelope"] += 1
    for delivery in _due(WebhookDelivery, now, WorkState.QUEUED):
        delivery.state = WorkState.SUPERSEDED
        unsent["webhook"] += 1
    return dict(unsent)


def _due(kind: type[W], now: datetime, *states: WorkState) -> Sequence[W]:
    return session().scalars(select(kind).where(kind.state.in_(states), kind.due_at <= now)).all()

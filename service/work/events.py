"""The event log: one line for everything that happens, read by pages, streams and webhooks.

A row is written in the transaction that makes it true. Its number is given out afterwards, under a lock, over rows that
have committed: so numbers rise in the order in which rows become visible, which an id from a sequence does not.

Nobody is told any more of what is up to the horizon, a number that rises as events grow old. Above it there is every
event. Below, the beginnings of turns are kept, by which links to them are known; the last event of each game, by which
a reader who comes back is known to have missed something; and what turns under way need.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, delete, exists, func, or_, select, true, update
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from rules import Seat
from rules.json_types import Json
from rules.prose import N_
from service.core.clock import time_json
from service.core.db import is_writing, session, transaction
from service.core.errors import Forgotten
from service.core.outages import tell
from service.core.troubles import is_busy
from service.models import Account, Counter, Event, Game, GameSeat, GameStatus, Webhook, WebhookDelivery
from service.work import counters, wake

EVENT_NUMBERS = "event"
BATCH = 10_000
STUCK_AFTER = 2
"""Seconds for which nobody holds what all need, but whoever is stuck."""
HELD = 1
"""Seconds that one waits for somebody else who numbers events, which takes milliseconds."""
TALK = "message.posted"
TYPES = {
    "game.invited": N_("Somebody was invited to a game."),
    "game.joined": N_("Somebody took a seat."),
    "invitation.withdrawn": N_("The host withdrew an invitation, and the seat is free."),
    "seek.changed": N_("A bot was asked to play a game that somebody wants now, or no bot is asked any more."),
    "game.started": N_("All seats are taken, and the game began."),
    "turn.started": N_("A seat's turn began."),
    "turn.reminded": N_("A bot has not moved within the time that it says it needs."),
    "move.played": N_("A move was accepted."),
    "move.taken_back": N_("A move was undone, with everything played after it: it is its seat's turn again."),
    "proposal.made": N_("A player asked to undo a move or offered a draw; everyone asked must agree."),
    "proposal.declined": N_("A player declined what was proposed, or withdrew it."),
    "deadline.near": N_("Time is running out for the seat to move: a day is left, or a third of a single day."),
    "deadline.last_call": N_("The seat to move has three hours left."),
    "delivery.failed": N_("An email to a seat was rejected, bounced, or was tried for days; for players only."),
    "deadline.credited": N_("A seat got its time for a move again because email failed."),
    "deadline.moved": N_("The seat to move has a new deadline, or none while its clock is paused."),
    "seat.stood_in": N_("A seat ran out of time, and the computer plays on until its player comes back."),
    "seat.returned": N_("A player for whom the computer played is back."),
    "seat.taken_over": N_("Somebody else took over a seat that the computer was playing."),
    "pause.wished": N_("A player asked to pause the clocks; everyone asked must agree."),
    "clock.stopped": N_("All people in the game agreed to pause the clocks."),
    "clock.started": N_("A player restarted the clocks."),
    "vacation.changed": N_("A player took a vacation or ended one; their clocks stop on those days."),
    "analysis.wished": N_("A player agreed to analysis while the game goes on; it is allowed once all agree."),
    "analysis.ready": N_("A requested analysis of positions is ready; for players only."),
    TALK: N_("A player sent a message; for players only."),
    "game.finished": N_("A game ended, or was cancelled before it began."),
    "game.restored": N_("A game was set back because a backup was restored: everything played since then is lost."),
    "match.finished": N_("A match was decided."),
    "series.finished": N_("A series was decided, or ended unfinished, with the game that ended."),
}
"""Everything that is recorded, and what it means."""
PLAYERS_ONLY = ("analysis.ready", "delivery.failed", TALK)
"""What those who only watch a game are not told."""
HORIZON = "event horizon"
KEPT = "turn.started"
"""Links to turns that are long over say what came of them."""

_HORIZON = func.coalesce(select(Counter.value).where(Counter.name == HORIZON).scalar_subquery(), 0)
_STANDING = select(
    select(Counter.value).where(Counter.name == EVENT_NUMBERS).scalar_subquery(),
    exists().where(Event.number.is_(None)),
)
"""The newest number, and whether events wait for theirs."""
_UNSEEN = {"synchronize_session": False}
"""No row that a session may hold is looked for: who reads numbers reads them by `read`."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Filter:
    """Which events a reader wants: of those types (of all, if none is named), of that game (of all of theirs).

    Whoever names a game has seen to it that the reader may see it.
    """

    types: tuple[str, ...] = ()
    game_id: str | None = None
    hidden: tuple[str, ...] = ()
    """Types that the reader may not see, whatever they want."""


@dataclass(frozen=True)
class ToldEvent:
    """An event as it was read for somebody, with the seat that they have in its game."""

    id: int
    number: int
    type: str
    at: datetime
    game_id: str | None
    ruleset: str | None
    version: int | None
    your_seat: Seat | None
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Page:
    """Events in the order of their numbers; a reader goes on after `following`, which may be past the last of them."""

    events: Sequence[ToldEvent]
    following: int


def record(kind: str, game: Game, now: datetime, **data: Json) -> Event:
    """Write that something happened to a game, in the transaction under way."""
    event = Event(type=kind, game_id=game.id, version=game.version, data=data, at=now)
    session().write([event])
    wake.wake_readers({seat.account_id for seat in game.seats if seat.account_id is not None})
    return event


def read(reader: Account, after: int, wanted: Filter, limit: int) -> Page:
    """What happened after an event at the tables of the reader, or in the game named; all that has committed.

    Forgotten `events-forgotten` if some of that is not kept any more.
    """
    page = read_until(reader, after, newest_number(), wanted, limit)
    _check_kept(reader, after, wanted)  # not before: something may have been forgotten meanwhile
    return page


def read_until(reader: Account, after: int, newest: int, wanted: Filter, limit: int) -> Page:
    """The same, up to an event that is known to have been numbered."""
    chosen = _told_to(reader.id).where(Event.number > after, Event.number <= newest, Event.number > _HORIZON)
    chosen = chosen.where(_is_at_table(reader, wanted), _is_for(wanted), _is_heard()).order_by(Event.number)
    if wanted.types:
        chosen = chosen.where(Event.type.in_(wanted.types))
    if wanted.hidden:
        chosen = chosen.where(Event.type.not_in(wanted.hidden))
    found = [ToldEvent(*row) for row in session().execute(chosen.limit(limit))]
    full = len(found) == limit
    return Page(found, found[-1].number if full else max(after, newest))


def event_for(account_id: int, event_id: int) -> ToldEvent:
    """One event that has its number, as an account is told of it."""
    return ToldEvent(*session().execute(_told_to(account_id).where(Event.id == event_id)).one())


def newest_number() -> int:
    """The number of the latest event that has committed; 0 before the first."""
    return standing()[0]


def standing() -> tuple[int, bool]:
    """The same, and whether there are later ones that could not be numbered, or have committed meanwhile."""
    newest, is_waiting = session().execute(_STANDING).one()
    if is_waiting:
        _number_in_time()  # or somebody else has, meanwhile
        newest, is_waiting = session().execute(_STANDING).one()
    return newest or 0, is_waiting


def event_json(event: ToldEvent) -> dict[str, Json]:
    """An event as its reader is shown it, in every channel alike."""
    return {
        "id": event.number,
        "type": event.type,
        "at": time_json(event.at),
        "game": event.game_id,
        "ruleset": event.ruleset,
        "version": event.version,
        "your_seat": event.your_seat,
        "data": event.data,
    }


def number_events() -> int:
    """Give committed events their numbers; says how many got one. Safe to run at any time, by anybody."""
    with transaction(wait=HELD) as current:
        counter = hold_counter(current)
        first = select(Event.id).where(Event.number.is_(None)).order_by(Event.id).limit(BATCH).subquery()
        placed = select(first.c.id, func.row_number().over(order_by=first.c.id).label("place")).subquery()
        numbered = update(Event).where(Event.id == placed.c.id).values(number=counter.value + placed.c.place)
        count = len(current.execute(numbered.returning(Event.id), execution_options=_UNSEEN).all())
        counter.value += count
        return count


def hold_counter(current: Session) -> Counter:
    """The counter of events, held until the transaction ends: nobody else gives out a number meanwhile."""
    held = select(Counter).where(Counter.name == EVENT_NUMBERS).with_for_update()
    counter = current.scalar(held.execution_options(populate_existing=True))
    if counter is None:
        raise LookupError("the migrations create the counter of events")
    return counter


def can_write() -> bool:
    """Whether what all writers need (on SQLite the file, else the counter of events) is free within `STUCK_AFTER`."""
    try:
        with transaction(wait=STUCK_AFTER) as current:
            hold_counter(current)
    except (DBAPIError, PoolTimeout) as failure:
        tell(failure, "nothing can be written")
        return False
    return True


def concerned(after: int, until: int) -> tuple[set[int], set[str]]:
    """Whom events concern: the ids of accounts, and of games."""
    between = Event.number > after, Event.number <= until
    rows = session().execute(
        select(Event.game_id, GameSeat.account_id)
        .outerjoin(GameSeat, GameSeat.game_id == Event.game_id)
        .where(*between)
        .distinct()
    )
    pairs = [(game, account) for game, account in rows]
    return {account for _, account in pairs if account is not None}, {game for game, _ in pairs if game is not None}


def _number_in_time() -> None:
    """Number events; while somebody else holds the counter and does not end, there are no new numbers meanwhile."""
    try:
        number_events()
    except OperationalError as failure:
        if is_writing() or not is_busy(failure):
            raise
        log.warning("the counter of events is held by somebody else; new events wait for their numbers")


def _check_kept(reader: Account, after: int, wanted: Filter) -> None:
    """Forgotten `events-forgotten` if there was something after that event; who begins with 0 wants what there is."""
    until = horizon() if after else 0
    if after < until:
        missed = exists().where(Event.number > after, Event.number <= until, _is_at_table(reader, wanted))
        if session().scalar(select(missed)):
            raise Forgotten("events-forgotten", after=until)


def _told_to(account_id: int) -> Select[Any]:
    """The columns of `ToldEvent`; nobody has two seats in a game."""
    columns = Event.id, Event.number, Event.type, Event.at, Event.game_id, Game.ruleset, Event.version
    of_reader = and_(GameSeat.game_id == Event.game_id, GameSeat.account_id == account_id)
    told = select(*columns, GameSeat.number.label("your_seat"), Event.data).select_from(Event)
    return told.outerjoin(Game, Game.id == Event.game_id).outerjoin(GameSeat, of_reader)


def _is_for(wanted: Filter) -> ColumnElement[bool]:
    """Who plays is told everything; in a game that they only watch, a reader has no seat."""
    if wanted.game_id is None:
        return true()
    return or_(GameSeat.number.is_not(None), Event.type.not_in(PLAYERS_ONLY))


def _is_heard() -> ColumnElement[bool]:
    """What was said to one player (`to`) is told at that seat, and at the speaker's, to whoever had these by then."""
    to, speaker = Event.data["to"].as_integer(), Event.data["seat"].as_integer()
    was_there = or_(GameSeat.taken_over_at.is_(None), Event.at > GameSeat.taken_over_at)
    is_heard = or_(to.is_(None), and_(or_(GameSeat.number == to, GameSeat.number == speaker), was_there))
    return case((Event.type == TALK, is_heard), else_=true())  # of other types nothing is cast


def _is_at_table(reader: Account, wanted: Filter) -> ColumnElement[bool]:
    """Whether an event is of the game that is wanted, or of any with a seat of the reader."""
    if wanted.game_id is not None:
        return Event.game_id == wanted.game_id
    return Event.game_id.in_(select(GameSeat.game_id).where(GameSeat.account_id == reader.id))


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
        between = Event.number > reached.value, Event.number <= passed[-1]
        games = select(Event.game_id).where(*between)
        last_of_each = select(func.max(Event.number)).where(Event.game_id.in_(games)).group_by(Event.game_id)
        # By those of a turn that goes on, nobody is told twice that time runs out.
        goes_on = Game.id == Event.game_id, Game.status == GameStatus.ACTIVE, Game.turn <= Event.version
        going = *between, Event.type != KEPT, Event.number.not_in(last_of_each), ~exists().where(*goes_on)
        session().execute(delete(Event).where(*going))
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

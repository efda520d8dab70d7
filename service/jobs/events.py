"""The event log: a row for everything that happens, read by pages, streams and webhooks.

A row is written in the transaction of its cause. It gets its number afterwards, under a lock, over committed rows. So
numbers rise in the order in which rows become visible; ids from a sequence do not.

Events up to the horizon, a number that rises as events age, are not shown any more. Above it every event is kept. Below
it remain the first events of turns, which identify links to them; the last event of each game, by which a returning
reader knows that some were missed; and what current turns need.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from rules import Seat
from rules.json_types import Json
from rules.prose import N_
from service.db.clock import time_json
from service.db.db_errors import is_busy, is_full
from service.db.disks import take_room
from service.db.engines import is_writing, session, transaction
from service.jobs import counters, wake
from service.language.errors import Forgotten
from service.models import (
    Account,
    Counter,
    Event,
    Game,
    GameSeat,
    GameStatus,
    Tournament,
    TournamentEntry,
    Webhook,
    WebhookDelivery,
)
from service.telemetry.outages import tell

EVENT_NUMBERS = "event"
BATCH = 10_000
STUCK_AFTER = 2
"""Seconds for which only a stuck process holds a lock that all need."""
HELD = 1
"""Seconds to wait for another process that numbers events, which takes milliseconds."""
TALK = "message.posted"
TYPES = {
    "game.invited": N_("Somebody was invited to a game."),
    "game.joined": N_("Somebody took a seat."),
    "invitation.failed": N_("An invitation could not be delivered by email; for players only."),
    "invitation.unanswered": N_("An invitation had no answer for a week; for players only."),
    "invitation.withdrawn": N_("The host withdrew an invitation, and the seat is free."),
    "challenge.changed": N_("A bot was asked to play a game that somebody wants now, or no bot is asked any more."),
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
    "game.annulled": N_("The operators annulled a rated game: it counts for nobody."),
    "game.restored": N_("A game was set back because a backup was restored: everything played since then is lost."),
    "match.finished": N_("A match was decided."),
    "series.finished": N_("A series was decided, or ended unfinished, with the game that ended."),
    "tournament.confirm": N_("A player who entered a tournament weeks ago must enter again, or is left out."),
    "tournament.started": N_("A tournament began."),
    "tournament.round": N_("The first games of a tournament's next round were drawn."),
    "tournament.stuck": N_("A tournament was paused, because its next games could not be drawn or created."),
    "tournament.finished": N_("All games of a tournament are over."),
    "tournament.cancelled": N_("A tournament was cancelled."),
}
"""Every type of event and its meaning."""
PLAYERS_ONLY = ("analysis.ready", "delivery.failed", "invitation.failed", "invitation.unanswered", TALK)
"""Types that spectators of a game do not see."""
HORIZON = "event horizon"
KEPT = "turn.started"
"""Links to turns that are long over still show what came of them."""

_HORIZON = func.coalesce(select(Counter.value).where(Counter.name == HORIZON).scalar_subquery(), 0)
_STANDING = select(
    select(Counter.value).where(Counter.name == EVENT_NUMBERS).scalar_subquery(),
    exists().where(Event.number.is_(None)),
)
"""The newest number, and whether events wait for theirs."""
_of_batch = aliased(Game)
_UNSEEN = {"synchronize_session": False}
"""Skips the session's loaded rows: numbers are only read through `read`."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Filter:
    """A reader's filter: events of these types (empty for all), and of this game or batch (None for all of theirs).

    The caller has checked that the reader may see the game, or has organised the batch.
    """

    types: tuple[str, ...] = ()
    game_id: str | None = None
    batch_id: str | None = None
    hidden: tuple[str, ...] = ()
    """Types that the reader may not see."""


@dataclass(frozen=True)
class ToldEvent:
    """An event as read for one account, with its seat in the game."""

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
    """Events in order of their numbers; the next page begins after `following`, which may be past the last one."""

    events: Sequence[ToldEvent]
    following: int


def record(kind: str, game: Game, now: datetime, **data: Json) -> Event:
    """Write an event of a game, in the current transaction."""
    event = Event(type=kind, game_id=game.id, version=game.version, data=data, at=now)
    session().write([event])
    organiser = [game.creator_id] if game.batch_id is not None else []
    wake.wake_readers({*organiser, *(seat.account_id for seat in game.seats if seat.account_id is not None)})
    return event


def record_for(players: Iterable[int], kind: str, tournament: Tournament, now: datetime, **data: Json) -> None:
    """Write an event of a tournament, in the current transaction, and wake the accounts that play there."""
    told = {"tournament": tournament.id, **data}
    session().write([Event(type=kind, tournament_id=tournament.id, data=told, at=now)])
    wake.wake_readers({tournament.organiser_id, *players})


def concerns(account_id: InstrumentedAttribute[int]) -> ColumnElement[bool]:
    """Build the condition that an event is of a game or tournament of the account in another row."""
    seated = exists().where(GameSeat.game_id == Event.game_id, GameSeat.account_id == account_id)
    return or_(seated, and_(Event.tournament_id.is_not(None), Event.tournament_id.in_(_tournaments_of(account_id))))


def _tournaments_of(account_id: InstrumentedAttribute[int] | int) -> CompoundSelect[str]:
    """Select the tournaments that an account has entered or organises."""
    entered = select(TournamentEntry.tournament_id).where(TournamentEntry.account_id == account_id)
    return entered.union_all(select(Tournament.id).where(Tournament.organiser_id == account_id))


def read(reader: Account, after: int, wanted: Filter, limit: int) -> Page:
    """Read the committed events after `after`, of the reader's games or of the named game.

    Forgotten `events-forgotten` if some of them are no longer kept.
    """
    page = read_until(reader, after, newest_number(), wanted, limit)
    _check_kept(reader, after, wanted)  # checked last: events may have been deleted meanwhile
    return page


def read_until(reader: Account, after: int, newest: int, wanted: Filter, limit: int) -> Page:
    """Read events as `read` does, up to a number that is known to be assigned."""
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
    """Load one numbered event for an account."""
    return ToldEvent(*session().execute(_told_to(account_id).where(Event.id == event_id)).one())


def newest_number() -> int:
    """Return the number of the latest committed event; 0 before the first."""
    return standing()[0]


def standing() -> tuple[int, bool]:
    """Return the newest number, and whether later events still wait for theirs."""
    newest, is_waiting = session().execute(_STANDING).one()
    if is_waiting:
        _number_in_time()  # or another process has done it meanwhile
        newest, is_waiting = session().execute(_STANDING).one()
    return newest or 0, is_waiting


def event_json(event: ToldEvent) -> dict[str, Json]:
    """Format an event as JSON, alike in every channel."""
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
    """Assign numbers to committed events and return how many got one. Safe to run concurrently."""
    with transaction(wait=HELD) as current:
        counter = hold_counter(current)
        first = select(Event.id).where(Event.number.is_(None)).order_by(Event.id).limit(BATCH).subquery()
        placed = select(first.c.id, func.row_number().over(order_by=first.c.id).label("place")).subquery()
        numbered = update(Event).where(Event.id == placed.c.id).values(number=counter.value + placed.c.place)
        count = len(current.execute(numbered.returning(Event.id), execution_options=_UNSEEN).all())
        counter.value += count
        return count


def hold_counter(current: Session) -> Counter:
    """Lock the event counter until the transaction ends, so that no other process assigns numbers."""
    held = select(Counter).where(Counter.name == EVENT_NUMBERS).with_for_update()
    counter = current.scalar(held.execution_options(populate_existing=True))
    if counter is None:
        raise LookupError("the migrations create the counter of events")
    return counter


def refusal_to_write() -> str:
    """Try what each change of a game needs; return the code of a problem, or an empty text.

    The write lock (SQLite's file, else the event counter) must be free within `STUCK_AFTER`, and the disk have room.
    """
    try:
        with transaction(wait=STUCK_AFTER) as current:
            hold_counter(current)
            take_room(current.connection())
    except (DBAPIError, PoolTimeout, OSError) as failure:
        tell(failure, "nothing can be written")
        return "disk-full" if is_full(failure) else "not-ready"
    return ""


def concerned(after: int, until: int) -> tuple[set[int], set[str]]:
    """Return the ids of the accounts and games that events in a range concern; of a batch, also its organiser's."""
    between = Event.number > after, Event.number <= until
    seated = select(Event.game_id, GameSeat.account_id).outerjoin(GameSeat, GameSeat.game_id == Event.game_id)
    organised = select(Event.game_id, Game.creator_id).join(Game).where(*between, Game.batch_id.is_not(None))
    pairs = [(game, account) for game, account in session().execute(seated.where(*between).union(organised))]
    games = {game for game, _ in pairs if game is not None}
    return {account for _, account in pairs if account is not None} | _in_tournaments(between), games


def _in_tournaments(which: Sequence[ColumnElement[bool]]) -> set[int]:
    """Return the accounts that these events of tournaments concern."""
    of_them = select(Event.tournament_id).where(*which)
    entered = select(TournamentEntry.account_id).where(TournamentEntry.tournament_id.in_(of_them))
    organisers = select(Tournament.organiser_id).where(Tournament.id.in_(of_them))
    return set(session().scalars(entered.union(organisers)))


def _number_in_time() -> None:
    """Assign numbers to events; if the counter stays locked, log that and go on without new ones."""
    try:
        number_events()
    except OperationalError as failure:
        if is_writing() or not is_busy(failure):
            raise
        log.warning("the counter of events is held by somebody else; new events wait for their numbers")


def _check_kept(reader: Account, after: int, wanted: Filter) -> None:
    """Raise Forgotten `events-forgotten` if an event after `after` was deleted; 0 asks for what there is."""
    until = horizon() if after else 0
    if after < until:
        missed = exists().where(Event.number > after, Event.number <= until, _is_at_table(reader, wanted))
        if session().scalar(select(missed)):
            raise Forgotten("events-forgotten", after=until)


def _told_to(account_id: int) -> Select[Any]:
    """Select the columns of `ToldEvent`; an account has one seat in a game, and others beside it."""
    columns = Event.id, Event.number, Event.type, Event.at, Event.game_id, Game.ruleset, Event.version
    of_reader = and_(GameSeat.game_id == Event.game_id, GameSeat.account_id == account_id, GameSeat.beside.is_(None))
    told = select(*columns, GameSeat.number.label("your_seat"), Event.data).select_from(Event)
    return told.outerjoin(Game, Game.id == Event.game_id).outerjoin(GameSeat, of_reader)


def _is_for(wanted: Filter) -> ColumnElement[bool]:
    """Restrict the types of events for spectators, who have no seat."""
    if wanted.game_id is None and wanted.batch_id is None:
        return true()
    return or_(GameSeat.number.is_not(None), Event.type.not_in(PLAYERS_ONLY))


def _is_heard() -> ColumnElement[bool]:
    """Show a message to one player (`to`) only to that seat and the sender's, and not to later substitutes there."""
    to, speaker = Event.data["to"].as_integer(), Event.data["seat"].as_integer()
    was_there = or_(GameSeat.taken_over_at.is_(None), Event.at > GameSeat.taken_over_at)
    is_heard = or_(to.is_(None), and_(or_(GameSeat.number == to, GameSeat.number == speaker), was_there))
    return case((Event.type == TALK, is_heard), else_=true())  # the cast is evaluated for this type only


def _is_at_table(reader: Account, wanted: Filter) -> ColumnElement[bool]:
    """Restrict events to the requested game or batch, or to games and tournaments of the reader."""
    if wanted.game_id is not None:
        return Event.game_id == wanted.game_id
    if wanted.batch_id is not None:
        return Event.game_id.in_(select(_of_batch.id).where(_of_batch.batch_id == wanted.batch_id))
    seated = select(GameSeat.game_id).where(GameSeat.account_id == reader.id)
    return or_(Event.game_id.in_(seated), Event.tournament_id.in_(_tournaments_of(reader.id)))


def horizon() -> int:
    """Return the number of the last event that is no longer shown; 0 if there is none."""
    return counters.value_of(HORIZON)


def forget_events(before: datetime, limit: int) -> int:
    """Raise the horizon past at most `limit` events older than `before`; return how many.

    It stops before events that an endpoint is still owed, or that have a delivery.
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
        # These of a current turn stay, so that nobody is warned twice about its deadline.
        goes_on = Game.id == Event.game_id, Game.status == GameStatus.ACTIVE, Game.turn <= Event.version
        going = *between, Event.type != KEPT, Event.number.not_in(last_of_each), ~exists().where(*goes_on)
        session().execute(delete(Event).where(*going))
        reached.value = passed[-1]
    return len(passed)


def _old_ones(above: int, before: datetime, limit: int) -> Iterator[int]:
    """Iterate over the next old events' numbers, and stop at the first recent one."""
    following = select(Event.number, Event.at).where(Event.number > above).order_by(Event.number).limit(limit)
    for number, at in session().execute(following).all():
        if number is None or at > before:
            return
        yield number


def _first_wanted(after: int, until: int) -> int | None:
    """Find the first event that an endpoint is still owed, or that has a delivery."""
    between = Event.number > after, Event.number <= until
    is_delivered = exists().where(WebhookDelivery.event_id == Event.id)
    is_told = Webhook.switched_off.is_(None), Webhook.verified_at.is_not(None), Webhook.cursor < Event.number
    is_untold = exists().where(*is_told, concerns(Webhook.account_id))
    first = select(func.min(Event.number)).where(*between)
    # In this order, because a concurrent writer turns owed events into deliveries.
    found = [session().scalar(first.where(which)) for which in (is_untold, is_delivered)]
    return min((number for number in found if number is not None), default=None)

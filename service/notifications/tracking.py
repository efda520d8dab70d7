"""Delivery status of the emails about each turn, for its players: without addresses.

Turns of the computer are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select
from sqlalchemy.orm import defer

from rules import Seat
from service.accounts.accounts import is_visitor
from service.db.engines import session
from service.language.errors import Forbidden
from service.models import Account, Envelope, Event, Game, GameStatus, Notice, OpponentTurn, WorkState
from service.notifications.kinds import kinds_telling_turns
from service.notifications.refusals import status_in
from service.play.retention import AFTER_THE_END
from service.play.seating import game_seen_by, seat_number, seat_of

_IS_REMINDER_TO_COME = and_(Notice.kind == "reminder", Notice.envelope_id.is_(None))
"""Most of them are never sent, because the turn is over by then."""
_TEXTS = (Envelope.encrypted, Notice.encrypted)
_WITHOUT_TEXTS = tuple(map(defer, _TEXTS))


class Channel(StrEnum):
    """The channel of a notification."""

    MAIL = "mail"


class Stage(StrEnum):
    """The state of an email."""

    QUEUED = "queued"
    RETRIED = "retried"
    """An attempt failed, and another follows."""
    SENT = "sent"
    """A mail server accepted it."""
    BOUNCED = "bounced"
    """It bounced later."""
    FAILED = "failed"
    """It was refused permanently, or retried for days in vain."""
    SUPERSEDED = "superseded"
    """The turn was over before it was sent, or it was no longer wanted."""
    PROBABLY_DELIVERED = "probably-delivered"
    """It was transferred and the server's reply was lost; then the turn ended, or days passed."""


class Silence(StrEnum):
    """Why there was no notification of a turn."""

    UNWANTED = "unwanted"
    """The player wants no emails about turns."""
    PROGRAM = "program"
    """The player is a bot without an address."""
    VISITOR = "visitor"
    """The player is a visitor without an address."""


@dataclass(frozen=True)
class Dispatch:
    """One email about a turn. `status` is its last RFC 3463 code."""

    kind: str
    stage: Stage
    written_at: datetime
    due_at: datetime
    """When it was to be sent."""
    attempts: int
    """The number of attempts, including a successful last one."""
    next_at: datetime | None
    """The next attempt; None after the last."""
    sent_at: datetime | None
    bounced_at: datetime | None
    status: str | None
    channel: Channel = Channel.MAIL


@dataclass(frozen=True)
class TurnTold:
    """A turn and its notifications, oldest first, or why there were none."""

    version: int
    seat: Seat
    began_at: datetime
    deliveries: Sequence[Dispatch]
    silence: Silence | None


def deliveries_seen_by(
    game_id: str, viewer: Account | None, now: datetime, *, before: int | None = None, limit: int = 20
) -> tuple[Sequence[TurnTold], bool]:
    """Return a page of turns before a version, newest first, and whether there are more; none if it `is_forgotten`.

    NotFound for a stranger to a private game, Forbidden `not-a-player` for a spectator of a public one.
    """
    game = game_seen_by(game_id, viewer)
    if seat_number(game, viewer) is None:
        raise Forbidden("not-a-player")
    turns = [] if is_forgotten(game, now) else _turns_told(game, now, before, limit + 1)
    return turns[:limit], len(turns) > limit


def is_forgotten(game: Game, now: datetime) -> bool:
    """Check whether the game ended so long ago that its delivery statuses are not shown."""
    return game.finished_at is not None and game.finished_at <= now - AFTER_THE_END


def turn_under_way(game: Game, now: datetime) -> TurnTold | None:
    """Return the notifications of the current turn; None if the computer is to move, or nobody."""
    if game.status != GameStatus.ACTIVE:
        return None
    found = session().execute(_with_mails(), {"game": game.id, "turn": game.turn}).all()
    if not found:
        return None
    turn = found[0][0]
    told = [dispatch_of(mail, envelope, now) for _, mail, envelope in found if mail and _is_about(mail, turn)]
    return _turn_told(game, turn, told)


def dispatch_of(notice: Notice, envelope: Envelope | None, now: datetime) -> Dispatch:
    """Build the status of a notice, with its envelope if there is one."""
    carrier = envelope or notice
    is_held = carrier.leased_until is not None and carrier.leased_until >= now
    attempts = carrier.attempts - (is_held and carrier.state == WorkState.QUEUED)
    return Dispatch(
        kind=notice.kind,
        stage=_stage(notice, envelope, attempts),
        written_at=notice.created_at,
        due_at=notice.due_at,
        attempts=attempts,
        next_at=carrier.due_at if carrier.state in (WorkState.QUEUED, WorkState.GATHERED) else None,
        sent_at=envelope.sent_at if envelope else None,
        bounced_at=envelope.bounced_at if envelope else None,
        status=status_in(envelope.last_reply) if envelope else None,
    )


def _stage(notice: Notice, envelope: Envelope | None, attempts: int) -> Stage:
    carrier = envelope or notice
    if envelope and envelope.bounced_at:
        return Stage.BOUNCED
    if carrier.state in (WorkState.SUPERSEDED, WorkState.FAILED) and envelope and envelope.offered_at:
        return Stage.PROBABLY_DELIVERED
    if WorkState.SUPERSEDED in (notice.state, carrier.state):
        return Stage.SUPERSEDED
    if carrier.state == WorkState.FAILED:
        return Stage.FAILED
    if carrier.state == WorkState.DONE:
        return Stage.SENT
    return Stage.RETRIED if attempts else Stage.QUEUED


def _turns_told(game: Game, now: datetime, before: int | None, limit: int) -> list[TurnTold]:
    begun = select(Event).where(*_is_begun())
    newest = (begun if before is None else begun.where(Event.version < before)).order_by(Event.version.desc())
    turns = session().scalars(newest.limit(limit), {"game": game.id}).all()
    if not turns:
        return []
    mails = session().execute(_mails(game, turns[-1].version or 0, before)).all()
    told: dict[int, list[Dispatch]] = {turn.id: [] for turn in turns}
    for notice, envelope in mails:
        turn = next((turn for turn in turns if _is_about(notice, turn)), None)
        if turn is not None:
            told[turn.id].append(dispatch_of(notice, envelope, now))
    return [_turn_told(game, turn, told[turn.id]) for turn in turns]


def _is_begun() -> Sequence[ColumnElement[bool]]:
    """Build the conditions for events that begin a person's or bot's turn of a `game`."""
    game_id = bindparam("game", type_=Event.game_id.type)
    computers = select(OpponentTurn).where(OpponentTurn.game_id == game_id, OpponentTurn.version == Event.version)
    return Event.game_id == game_id, Event.type == "turn.started", ~computers.exists()


@cache
def _with_mails() -> Select[Event, Notice | None, Envelope | None]:
    """Select the event that began a `turn` of a `game`, once for each email about it or without one, oldest first.

    Cached, because each page of a game needs it.
    """
    is_of_turn = and_(
        Notice.game_id == Event.game_id,
        or_(*(Notice.kind == kind for kind in kinds_telling_turns())),
        Notice.version >= Event.version,
        ~_IS_REMINDER_TO_COME,
    )

    found = select(Event, Notice, Envelope).outerjoin(Notice, is_of_turn)
    found = found.outerjoin(Envelope, Envelope.id == Notice.envelope_id)
    found = found.where(*_is_begun(), Event.version == bindparam("turn")).order_by(Notice.id)
    return found.options(*_WITHOUT_TEXTS).execution_options(populate_existing=True)


def _mails(game: Game, first: int, before: int | None) -> Select[Notice, Envelope | None]:
    """Select the emails about turns from a version on, with their envelopes, oldest first."""
    mails = (
        select(Notice, Envelope)
        .outerjoin(Envelope, Envelope.id == Notice.envelope_id)
        .where(
            Notice.game_id == game.id,
            Notice.kind.in_(kinds_telling_turns()),
            Notice.version >= first,
            ~_IS_REMINDER_TO_COME,
        )
        .options(*_WITHOUT_TEXTS)
        .execution_options(populate_existing=True)
        .order_by(Notice.id)
    )
    return mails if before is None else mails.where(Notice.version < before)


def _is_about(notice: Notice, turn: Event) -> bool:
    """Check whether an email is about the turn, the newest that began before it."""
    return notice.seat == turn.data["seat"] and (notice.version or 0) >= (turn.version or 0)


def _turn_told(game: Game, turn: Event, deliveries: Sequence[Dispatch]) -> TurnTold:
    seat: Seat = turn.data["seat"]
    silence = None if deliveries else _silence(game, seat)
    return TurnTold(turn.version or 0, seat, turn.at, deliveries, silence)


def _silence(game: Game, seat: Seat) -> Silence:
    account = seat_of(game, seat).account
    if account is not None and is_visitor(account):
        return Silence.VISITOR
    return Silence.PROGRAM if account is not None and account.email is None else Silence.UNWANTED

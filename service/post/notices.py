"""Notices: that somebody is to be told something. Written with the change; put into envelopes when they are due."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import cast

from sqlalchemy import Table, Update, and_, bindparam, func, insert, literal, or_, select, update
from sqlalchemy.sql.dml import ReturningInsert, ReturningUpdate

from rules import Seat
from rules.json_types import Json
from service.core.db import session, transaction
from service.core.encryption import encrypt
from service.core.key_ring import key_ring
from service.core.model import ColumnValue
from service.core.settings import settings
from service.models import Account, Delivery, Envelope, Game, GameSeat, Lane, Notice, WorkState
from service.play.turn_clocks import grace_of
from service.post.kinds import kind_named, kinds_of_turns
from service.post.subjects import note_company
from service.post.timing import due_at, policy_of
from service.work import queues, wake
from service.work.leases import claim_first, claim_of_first, settle

SENDING_LEASE = timedelta(minutes=5)
_GIVEN = ("account_id", "recipient", "lane", "message_id", "encrypted", "key_name", "created_at", "due_at")
"""What an envelope is given when it is made."""
LANGUAGE = "language"
"""In what a notice tells: the language (BCP 47) of whom it is for, where their account does not know it."""


def write_notice(
    kind: str,
    account: Account,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    data: Mapping[str, Json] | None = None,
) -> None:
    """Write that `account` is to be told, and when, in the transaction under way; see `wanted_notices`."""
    session().add_all(wanted_notices(kind, account, now, game, seat, data))


def wanted_notices(
    kind: str,
    account: Account,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    data: Mapping[str, Json] | None = None,
) -> list[Notice]:
    """That `account` is to be told, and when, to be written in the transaction under way.

    A bot, which has no address, is not mailed, and nobody is mailed what they do not want.
    """
    due = None if account.email is None or kind in account.muted else wanted_at(kind, account, now, game)
    if due is None:
        return []
    about = {"game_id": game.id, "version": _version_told(kind, game)} if game else {}
    own = _seat_in(game, account)
    if game is not None and own is not None:
        note_company(game, own, by_address=bool((data or {}).get("by_address")))
    return [new_notice(kind, account, now, due, data=data or {}, seat=seat, **about)]


def wanted_at(kind: str, account: Account, written_at: datetime, game: Game | None = None) -> datetime | None:
    """When the account wants to be told what is written then; None for never."""
    seat = _seat_in(game, account)
    policy = policy_of(account, seat.delivery, seat.here_at) if seat else policy_of(account)
    due = due_at(kind, policy, written_at, game.deadline if game else None)
    if due is None or game is None or not game.grace_minutes or not kind_named(kind).of_turn:
        return due
    return max(due, written_at + grace_of(game))


def delivery_chosen(account: Account, game: Game | None) -> Delivery | None:
    """What the account has chosen for the mails of one game, if it has."""
    seat = _seat_in(game, account)
    return seat.delivery if seat else None


def _seat_in(game: Game | None, account: Account) -> GameSeat | None:
    return next((seat for seat in game.seats if seat.account_id == account.id), None) if game else None


def told_of_turn(game: Game) -> Sequence[Notice]:
    """What waits to tell somebody of the turn under way, locked, without what a worker is about to send."""
    about = Notice.game_id == game.id, Notice.version == game.turn, Notice.kind.in_(kinds_of_turns())
    waiting = select(Notice).where(*about, Notice.state == WorkState.QUEUED, Notice.leased_until.is_(None))
    return session().scalars(waiting.with_for_update(skip_locked=True)).all()


def was_told(kind: str, account: Account, game: Game) -> bool:
    """Whether a mail has gone to the account about that."""
    return _has_one(kind, account, game, WorkState.DONE)


def is_waiting(kind: str, account: Account, game: Game) -> bool:
    """Whether a mail to the account about that is yet to be sent."""
    return _has_one(kind, account, game, WorkState.QUEUED)


def _has_one(kind: str, account: Account, game: Game, state: WorkState) -> bool:
    about = Notice.kind == kind, Notice.account_id == account.id, Notice.game_id == game.id
    return session().scalars(select(Notice.id).where(*about, Notice.state == state)).first() is not None


def reader_since(kind: str, address: str | None, since: datetime) -> Account | None:
    """The account of the address, if it was to get a mail of that kind since then."""
    told = select(Notice.id).where(Notice.account_id == Account.id, Notice.kind == kind, Notice.created_at > since)
    return session().scalar(select(Account).where(Account.email == address, told.exists()))


def gathered_in(round_up: Notice) -> Sequence[Notice]:
    """The notices that a round-up tells, longest due first."""
    told = select(Notice).where(Notice.round_up_id == round_up.id, Notice.state != WorkState.SUPERSEDED)
    return session().scalars(told.order_by(Notice.due_at, Notice.id)).all()


def seal(notice: Notice, *, raw: bytes, now: datetime) -> None:
    """Put the composed mail into its envelope; nothing happens if another worker was faster.

    Secrets leave the notice: from now on they are only in the envelope.
    """
    values = {
        "account_id": notice.account_id,
        "recipient": notice.email,
        "lane": notice.lane,
        "message_id": notice.message_id,
        "encrypted": encrypt(raw),
        "key_name": key_ring().name,
        "created_at": now,
        "due_at": now,
    }
    with transaction() as current:
        sealed = current.scalar(_enclosing(), {"of": notice.id, "holds": notice.fence, **values})
        if sealed is not None:
            current.execute(_enclosed(), {"of": notice.id, "sealed": sealed})


@cache
def _enclosing() -> ReturningInsert[int]:
    """An envelope, if the notice is still ours, which is locked. Made once: to put it together takes as long."""
    table = cast("Table", Envelope.__table__)  # the ORM would take what is given for rows
    given = {name: bindparam(name, type_=table.c[name].type) for name in _GIVEN}
    fresh = {"state": WorkState.QUEUED, "fence": 0, "attempts": 0}
    values = [*given.values(), *(literal(value, table.c[name].type) for name, value in fresh.items())]
    ours = Notice.id == bindparam("of"), Notice.fence == bindparam("holds"), Notice.state == WorkState.QUEUED
    source = select(*values).where(*ours).with_for_update(of=Notice)
    return insert(table).from_select([*given, *fresh], source, include_defaults=False).returning(table.c.id)


@cache
def _enclosed() -> Update:
    """That a notice, and what it gathers, is in an envelope."""
    gathered = and_(Notice.round_up_id == bindparam("of"), Notice.state == WorkState.GATHERED)
    told = update(Notice).where(or_(Notice.id == bindparam("of"), gathered))
    done = told.values(state=WorkState.DONE, envelope_id=bindparam("sealed"), leased_until=None, encrypted=b"")
    return done.execution_options(synchronize_session=False)


def supersede(notice: Notice) -> bool:
    """Note that the notice is no longer true and was not sent; says whether it was still ours."""
    return settle(notice, state=WorkState.SUPERSEDED, encrypted=b"")


def give_up(notice: Notice) -> bool:
    """Note that the notice cannot be put into a mail, and never will be; says whether it was still ours."""
    return settle(notice, state=WorkState.FAILED, encrypted=b"")


def claim_envelopes(now: datetime, limit: int = 20) -> Sequence[Envelope]:
    """Envelopes that are due, claimed for sending: those of one lane before those of the next."""
    return [envelope for envelope, _ in claim_first(_sending(), now, SENDING_LEASE, limit)]


@cache
def _sending() -> ReturningUpdate[Envelope, bool]:
    """Made once, as `_enclosing`."""
    return claim_of_first(Envelope, *(Envelope.lane == lane for lane in Lane))


def close(envelope: Envelope, state: WorkState, **changes: ColumnValue) -> bool:
    """Note that the envelope is not to be sent any more, and why; its bytes are gone with that, for they open doors.

    Nothing needs them afterwards: a mail that comes back names the notice, and threads are named by games.
    """
    return settle(envelope, state=state, encrypted=b"", **changes)


def note_offer(envelope: Envelope, now: datetime) -> None:
    """Note that a server is about to have the whole of a claimed mail: if its answer is lost, nobody knows."""
    with transaction() as current:
        current.execute(_offering(), {"of": envelope.id, "holds": envelope.fence, "at": now})


@cache
def _offering() -> Update:
    """Made once, as `_enclosing`."""
    still_ours = Envelope.id == bindparam("of"), Envelope.fence == bindparam("holds")
    first = func.coalesce(Envelope.offered_at, bindparam("at"))
    offered = update(Envelope).where(*still_ours).values(offered_at=first)
    return offered.execution_options(synchronize_session=False)


def told_by(envelope: Envelope) -> Sequence[Notice]:
    """The notices that are in the mail: the one that became it, first, and those that this one gathers."""
    became_it = Notice.message_id == envelope.message_id
    inside = select(Notice).where(Notice.envelope_id == envelope.id)
    return session().scalars(inside.order_by(became_it.desc(), Notice.id)).all()


def add_notice(
    kind: str,
    account: Account,
    now: datetime,
    due: datetime,
    **about: ColumnValue,
) -> Notice:
    """Write a notice to the account's address, due then, in the transaction under way."""
    notice = new_notice(kind, account, now, due, **about)
    session().add(notice)
    return notice


def new_notice(kind: str, account: Account, now: datetime, due: datetime, **about: ColumnValue) -> Notice:
    """A notice that waits to be written; what it wakes is woken when the transaction under way has committed."""
    if due <= now:
        wake.wake(queues.NOTICES)
    return Notice(
        kind=kind,
        account_id=account.id,
        email=account.email,
        message_id=new_message_id(),
        created_at=now,
        due_at=due,
        state=WorkState.QUEUED,
        fence=0,
        attempts=0,
        **{"lane": kind_named(kind).lane} | about,
    )


def _version_told(kind: str, game: Game) -> int | None:
    """The version of the game that a notice is of, so that there is one of each; what is repeated is of none."""
    told = kind_named(kind)
    if told.is_repeated:
        return None
    return game.turn if told.of_turn else game.version


def new_message_id() -> str:
    """By which a mail is known again, wherever it has got to."""
    return f"<{secrets.token_hex(16)}@{settings().mail_domain}>"

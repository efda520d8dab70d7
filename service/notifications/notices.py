"""The outbox: notices are written with the change that causes them, and become envelopes when due."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import cast

from sqlalchemy import Table, Update, and_, bindparam, func, insert, literal, or_, select, update
from sqlalchemy.sql.dml import ReturningInsert, ReturningUpdate

from rules import Seat
from rules.json_types import Json
from service.accounts.addresses import is_from
from service.config.key_ring import key_ring
from service.config.settings import settings
from service.db.engines import session, transaction
from service.db.model import ColumnValue
from service.jobs import queues, wake
from service.jobs.leases import claim_first, claim_of_first, settle
from service.models import Account, Delivery, Envelope, Game, GameSeat, Lane, Notice, WorkState
from service.notifications.boxes import local_part_of, name_of
from service.notifications.kinds import kind_named, kinds_of_turns
from service.notifications.links import is_proven, without_proof
from service.notifications.subjects import note_company
from service.notifications.timing import due_at, policy_of
from service.play.seating import first_seat
from service.play.turn_clocks import grace_of
from service.security.addresses import mailbox_of
from service.security.encryption import encrypt

SENDING_LEASE = timedelta(minutes=5)
_GIVEN = ("account_id", "recipient", "lane", "message_id", "encrypted", "reply_box", "key_name", "created_at", "due_at")
"""Columns of a new envelope."""
_REPLY_TO = re.compile(rb"^Reply-To:[^<]*<([^@>]+)@", re.MULTILINE)
SAID = "said"
"""A key of a notice's data: the id of the message that came with the move."""
LANGUAGE = "language"
"""A key of a notice's data: the reader's language (BCP 47), where the account has none."""


def write_notice(
    kind: str,
    account: Account,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    data: Mapping[str, Json] | None = None,
) -> None:
    """Write a notice for `account` in the current transaction; see `wanted_notices`."""
    session().add_all(wanted_notices(kind, account, now, game, seat, data))


def wanted_notices(
    kind: str,
    account: Account,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    data: Mapping[str, Json] | None = None,
) -> list[Notice]:
    """Build the notice for `account`, if it wants one, for the current transaction.

    A bot has no address and gets none.
    """
    due = None if account.email is None or kind in account.muted else wanted_at(kind, account, now, game)
    if due is None:
        return []
    about = {"game_id": game.id, "version": _version_told(kind, game)} if game else {}
    own = _seat_in(game, account)
    if game is not None and own is not None:
        note_company(game, own, by_address=bool((data or {}).get("by_address")))
    return [new_notice(kind, account, now, due, data=data or {}, seat=seat, **about)]


def add_words(game: Game, account: Account, words: str, place: int, speaker: Account) -> bool:
    """Add words to the waiting notice of the answer to the account's invitation to that place; False without one."""
    about = Notice.game_id == game.id, Notice.account_id == account.id, Notice.kind.in_(("accepted", "game-over"))
    waiting = session().scalars(select(Notice).where(*about, Notice.state == WorkState.QUEUED))
    notice = next((each for each in waiting if place in (each.data.get("place"), each.data.get("by"))), None)
    if notice is not None:
        notice.data = {**notice.data, "words": words, "words_by": speaker.id}
    return notice is not None


def wanted_at(kind: str, account: Account, written_at: datetime, game: Game | None = None) -> datetime | None:
    """Compute when the account wants a notice written then; None for never."""
    seat = _seat_in(game, account)
    policy = policy_of(account, seat.delivery, seat.here_at) if seat else policy_of(account)
    due = due_at(kind, policy, written_at, game.deadline if game else None)
    if due is None or game is None or not game.grace_minutes or not kind_named(kind).of_turn:
        return due
    return max(due, written_at + grace_of(game))


def delivery_chosen(account: Account, game: Game | None) -> Delivery | None:
    """Return the account's delivery setting for one game, if it has one."""
    seat = _seat_in(game, account)
    return seat.delivery if seat else None


def _seat_in(game: Game | None, account: Account) -> GameSeat | None:
    return first_seat(game, account.id) if game else None


def told_of_turn(game: Game) -> Sequence[Notice]:
    """Lock the unsent notices of the current turn, except claimed ones."""
    about = Notice.game_id == game.id, Notice.version == game.turn, Notice.kind.in_(kinds_of_turns())
    waiting = select(Notice).where(*about, Notice.state == WorkState.QUEUED, Notice.leased_until.is_(None))
    return session().scalars(waiting.with_for_update(skip_locked=True)).all()


def was_told(kind: str, account: Account, game: Game) -> bool:
    """Check whether a notice of that kind and game was sent to the account."""
    return _has_one(kind, account, game, WorkState.DONE)


def is_waiting(kind: str, account: Account, game: Game) -> bool:
    """Check whether a notice of that kind and game is still queued for the account."""
    return _has_one(kind, account, game, WorkState.QUEUED)


def _has_one(kind: str, account: Account, game: Game, state: WorkState) -> bool:
    about = Notice.kind == kind, Notice.account_id == account.id, Notice.game_id == game.id
    return session().scalars(select(Notice.id).where(*about, Notice.state == state)).first() is not None


def reader_since(kind: str, address: str | None, since: datetime) -> Account | None:
    """Find the account of an address, or of one that is equal to it, if it had a notice of that kind since then."""
    told = select(Notice.id).where(Notice.account_id == Account.id, Notice.kind == kind, Notice.created_at > since)
    return session().scalar(select(Account).where(Account.mailbox == mailbox_of(address or ""), told.exists()))


def gathered_in(digest: Notice) -> Sequence[Notice]:
    """List the notices of a digest, the longest due first."""
    told = select(Notice).where(Notice.digest_id == digest.id, Notice.state != WorkState.SUPERSEDED)
    return session().scalars(told.order_by(Notice.due_at, Notice.id)).all()


def seal(notice: Notice, *, raw: bytes, now: datetime) -> None:
    """Seal a composed email in an envelope; does nothing if another worker was faster.

    Secrets are removed from the notice: from now on only the envelope has them.
    """
    reply_to = _REPLY_TO.search(raw.partition(b"\r\n\r\n")[0])
    values = {
        "account_id": notice.account_id,
        "recipient": notice.email,
        "lane": notice.lane,
        "message_id": notice.message_id,
        "encrypted": encrypt(raw),
        "reply_box": name_of(reply_to[1].decode("ascii")) if reply_to else None,
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
    """Build the INSERT of an envelope that locks its notice and checks the fence; cached."""
    table = cast("Table", Envelope.__table__)  # the ORM would take the values for rows
    given = {name: bindparam(name, type_=table.c[name].type) for name in _GIVEN}
    fresh = {"state": WorkState.QUEUED, "fence": 0, "attempts": 0}
    values = [*given.values(), *(literal(value, table.c[name].type) for name, value in fresh.items())]
    ours = Notice.id == bindparam("of"), Notice.fence == bindparam("holds"), Notice.state == WorkState.QUEUED
    source = select(*values).where(*ours).with_for_update(of=Notice)
    return insert(table).from_select([*given, *fresh], source, include_defaults=False).returning(table.c.id)


@cache
def _enclosed() -> Update:
    """Build the UPDATE that marks a notice, and those it gathers, as sealed."""
    gathered = and_(Notice.digest_id == bindparam("of"), Notice.state == WorkState.GATHERED)
    told = update(Notice).where(or_(Notice.id == bindparam("of"), gathered))
    done = told.values(state=WorkState.DONE, envelope_id=bindparam("sealed"), leased_until=None, encrypted=b"")
    return done.execution_options(synchronize_session=False)


def supersede(notice: Notice) -> bool:
    """Mark a claimed notice as no longer true; False if the lease is lost."""
    return settle(notice, state=WorkState.SUPERSEDED, encrypted=b"")


def give_up(notice: Notice) -> bool:
    """Mark a claimed notice as failed for good; False if the lease is lost."""
    return settle(notice, state=WorkState.FAILED, encrypted=b"")


def claim_envelopes(now: datetime, limit: int = 20) -> Sequence[Envelope]:
    """Claim due envelopes for sending, lane by lane."""
    return [envelope for envelope, _ in claim_first(_sending(), now, SENDING_LEASE, limit)]


@cache
def _sending() -> ReturningUpdate[Envelope, bool]:
    """Build the claim of the next envelope; cached."""
    return claim_of_first(Envelope, *(Envelope.lane == lane for lane in Lane))


def close(envelope: Envelope, state: WorkState, **changes: ColumnValue) -> bool:
    """Close an envelope with its final state; its bytes are deleted, because they give access.

    Those of a failed one are kept for some days, so that it can be sent again (see `resending`). Nothing else needs
    them: a bounce names the notice, and threads are named after games.
    """
    emptied: dict[str, ColumnValue] = {} if state == WorkState.FAILED else {"encrypted": b""}
    return settle(envelope, state=state, **emptied | changes)


def note_offer(envelope: Envelope, now: datetime) -> None:
    """Record that all of a claimed email is about to be transferred. If the reply is lost, it may have arrived."""
    with transaction() as current:
        current.execute(_offering(), {"of": envelope.id, "holds": envelope.fence, "at": now})


@cache
def _offering() -> Update:
    """Build the UPDATE that records the first transfer; cached."""
    still_ours = Envelope.id == bindparam("of"), Envelope.fence == bindparam("holds")
    first = func.coalesce(Envelope.offered_at, bindparam("at"))
    offered = update(Envelope).where(*still_ours).values(offered_at=first)
    return offered.execution_options(synchronize_session=False)


def told_by(envelope: Envelope) -> Sequence[Notice]:
    """List the notices in an email: the one that became it, then those it gathers."""
    became_it = Notice.message_id == envelope.message_id
    inside = select(Notice).where(Notice.envelope_id == envelope.id)
    return session().scalars(inside.order_by(became_it.desc(), Notice.id)).all()


def box_answered(message_ids: Sequence[str], writer: str) -> str | None:
    """Find the mailbox for replies to the first of these emails that we sent to its writer; None if there is none.

    The proof in a Message-ID is as secret as the mailbox: whoever names it has got the email.
    """
    names = [without_proof(name) for name in message_ids if is_proven(name)]
    sent = select(Envelope, Account).join(Account, Account.id == Envelope.account_id)
    found = session().execute(sent.where(Envelope.message_id.in_(names))).all()
    boxes = {mail.message_id: mail.reply_box for mail, reader in found if is_from(reader, writer)}
    named = next(filter(None, map(boxes.get, names)), None)
    return local_part_of(named) if named else None


def add_notice(
    kind: str,
    account: Account,
    now: datetime,
    due: datetime,
    **about: ColumnValue,
) -> Notice:
    """Write a notice to the account's address, due then, in the current transaction."""
    notice = new_notice(kind, account, now, due, **about)
    session().add(notice)
    return notice


def new_notice(kind: str, account: Account, now: datetime, due: datetime, **about: ColumnValue) -> Notice:
    """Create a notice to be written; if it is due, workers are woken after the commit."""
    if due <= now:
        wake.wake(queues.NOTICES)
    return Notice(
        kind=kind,
        account_id=account.id,
        message_id=new_message_id(),
        created_at=now,
        due_at=due,
        state=WorkState.QUEUED,
        fence=0,
        attempts=0,
        **{"lane": kind_named(kind).lane, "email": account.email} | about,
    )


def _version_told(kind: str, game: Game) -> int | None:
    """Return the version for a notice, which makes it unique; None for a repeatable kind."""
    told = kind_named(kind)
    if told.is_repeated:
        return None
    return game.turn if told.of_turn else game.version


def new_message_id() -> str:
    """Generate a Message-ID."""
    return f"<{secrets.token_hex(16)}@{settings().mail_domain}>"

"""Inbound email: stored before it is acknowledged, claimed by workers, and closed once it is handled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import ColumnElement, delete, exists, select, text, true
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningUpdate

from service.config.limits import limit
from service.db.engines import insert_if_new, session, transaction
from service.jobs import leases, queues, wake
from service.jobs.leases import claim_first, claim_of_first, of_claimed, settle
from service.language.errors import NotFound, or_not_found
from service.models import Account, Game, InboundContent, InboundMail, Outcome, WorkState
from service.notifications.boxes import Box, box_at, name_of
from service.notifications.links import row_box
from service.security import rates
from service.security.addresses import MAX_ADDRESS_LENGTH
from service.security.encryption import decrypt, encrypt
from service.security.keys import RowKey, RowPurpose, SeatLink

WHOLE = limit("whole-mails-of-postmaster")
READING_LEASE = timedelta(minutes=1)
MAX_ATTEMPTS = 20
"""With the pauses between them these last half a day; a longer failure is a fault of ours, and is logged."""
MOST_LEFT = 10 * 1024
"""Bytes kept of a long email: of its text while it is held, or of its beginning, for the operator."""
CUT = b"X-Sundial-Cut: %d of %d bytes are left of this mail\r\n"
IS_NOT_NEEDED = ~exists().where(InboundMail.content_id == InboundContent.id)


class LeaseLost(Exception):
    """Another worker holds the email by now; this transaction is rolled back."""


def check_database() -> None:
    """Check that emails can be stored now; raises the database's error otherwise."""
    session().rollback()
    session().execute(text("SELECT 1"))


def fingerprint(message_id: str | None, raw: bytes) -> str:
    """Identify equal deliveries by Message-ID and body, or by the whole email if it has no Message-ID."""
    _, _, body = raw.partition(b"\r\n\r\n")
    named = [message_id.encode(errors="replace"), body] if message_id else [raw]
    return hashlib.sha256(b"\0".join(named)).hexdigest()


def receive(
    boxes: Iterable[str], *, sender: str, raw: bytes, mark: str, now: datetime, network: str | None = None
) -> None:
    """Store an email for each local part it is addressed to, once; `mark` is its fingerprint.

    Its content is stored once for all. `network` is its origin, as in `rates.area`.
    """
    with transaction() as current:
        content = _content(raw)
        mail = {"sender": sender.replace("\0", "")[:MAX_ADDRESS_LENGTH], "fingerprint": mark, "network": network}
        kept = [_is_kept(box.lower(), now, content_id=content.id, **mail) for box in boxes]
        if not any(kept):
            current.delete(content)
        wake.wake(queues.INBOUND)


def raw_of(mail: InboundMail) -> bytes:
    """Return what is kept of an email: all of it, its beginning, or its text as held; empty if nothing is kept."""
    encrypted = session().scalar(select(InboundContent.encrypted).where(InboundContent.id == mail.content_id))
    return decrypt(encrypted or b"")


def drop_contents(which: ColumnElement[bool] = IS_NOT_NEEDED) -> None:
    """Delete contents that no email needs any more, in the current transaction.

    Of two concurrent deletions, the later one sees the other's.
    """
    session().execute(select(InboundContent.id).where(which).order_by(InboundContent.id).with_for_update())
    session().execute(delete(InboundContent).where(which, IS_NOT_NEEDED))


def claim_inbound(now: datetime, limit: int = 1) -> Sequence[InboundMail]:
    """Claim due emails for reading: those about games first, because anybody can send the others."""
    claimed = list[InboundMail]()
    for mail, _, said, is_shared in claim_first(_reading(), now, READING_LEASE, limit):
        mail.said, mail.shares_content = said or b"", is_shared
        claimed.append(mail)
    return claimed


@cache
def _reading() -> ReturningUpdate[InboundMail, bool, bytes | None, bool]:
    """Build the claim of the next email; cached, because building it takes as long as running it."""
    number, content, other = of_claimed(InboundMail, "id"), of_claimed(InboundMail, "content_id"), aliased(InboundMail)
    said = select(InboundContent.encrypted).where(InboundContent.id == content).scalar_subquery()
    is_shared = exists().where(other.content_id == content, other.id != number)
    return claim_of_first(InboundMail, InboundMail.game_id.is_not(None), true()).returning(said, is_shared)


def put_off(mail: InboundMail, now: datetime) -> None:
    """Retry a claimed email later, or give up."""
    leases.put_off(mail, now, for_good=mail.attempts >= MAX_ATTEMPTS)


def do_once(mail: InboundMail, act: Callable[[], Outcome], as_read: Callable[[], bytes] | None = None) -> None:
    """Handle a claimed email and record its outcome in one transaction; LeaseLost rolls it back.

    If `act` raises NotFound, the email is ignored. A held email is kept `as_read`.
    """
    with transaction():
        try:
            outcome = act()
        except NotFound:
            outcome = Outcome.IGNORED
        close(mail, outcome, as_read)


def close(mail: InboundMail, outcome: Outcome, as_read: Callable[[], bytes] | None = None) -> None:
    """Record the outcome of a claimed email, in the current transaction; LeaseLost rolls it back.

    Its content is deleted, because it may quote links that give access, unless it is still to be read.
    """
    is_held = outcome == Outcome.HELD
    left = mail.content_id if is_held or outcome == Outcome.KEPT else None
    if is_held and as_read is not None:
        left = _content(as_read()).id
    elif outcome == Outcome.KEPT and len(raw := raw_of(mail)) > MOST_LEFT and not _is_kept_whole(mail):
        left = _content(CUT % (MOST_LEFT, len(raw)) + raw[:MOST_LEFT]).id
    network = mail.network if is_held else None
    if not settle(mail, state=WorkState.DONE, outcome=outcome, content_id=left, network=network):
        raise LeaseLost
    if left == mail.content_id:
        return
    if mail.shares_content:
        drop_contents(InboundContent.id == mail.content_id)
    else:
        session().execute(delete(InboundContent).where(InboundContent.id == mail.content_id))


def _is_kept_whole(mail: InboundMail) -> bool:
    charge = rates.spent(rates.Use(WHOLE, mail.recipient))
    return charge is None or charge.granted


def _content(raw: bytes) -> InboundContent:
    content = InboundContent(encrypted=encrypt(raw))
    session().add(content)
    session().flush()
    return content


def alike(
    mail: InboundMail, likeness: str, within: timedelta, outcome: Outcome = Outcome.ANSWERED
) -> Sequence[datetime]:
    """List when similar emails with that `outcome` came, in the time `within` before this one; record its likeness.

    Times of arrival count: how long an email waited to be read says nothing about its writer.
    """
    row = session().get_one(InboundMail, mail.id, populate_existing=True)
    row.likeness = hashlib.sha256(likeness.encode(errors="replace")).hexdigest()
    answered = select(InboundMail.received_at).where(
        InboundMail.likeness == row.likeness,
        InboundMail.received_at > mail.received_at - within,
        InboundMail.outcome == outcome,
    )
    return session().scalars(answered.order_by(InboundMail.received_at)).all()


def _is_kept(box: str, now: datetime, **said: str | int | None) -> bool:
    """Store an email for one mailbox; False if it was delivered there before."""
    mail = InboundMail(
        recipient=name_of(box),
        received_at=now,
        game_id=_game_of(box_at(box)),
        due_at=now,
        state=WorkState.QUEUED,
        fence=0,
        attempts=0,
        **said,
    )
    return insert_if_new(mail)


def _game_of(box: Box | None) -> str | None:
    """Return the game that an email to the mailbox is about, so that its deadline waits for the email."""
    match box:
        case SeatLink():
            return box.game_id
        case RowKey(RowPurpose.QUESTION):
            return session().scalar(select(InboundMail.game_id).where(*_is(box)))
    return None


def ask_whether(mail: InboundMail, account: Account, game: Game, move: str) -> str:
    """Record that the writer of an email is asked to confirm a move, in the current transaction.

    Returns the local part of the address for the answer.
    """
    row = session().get_one(InboundMail, mail.id)
    row.account_id, row.game_id, row.asked_move, row.asked_version = account.id, game.id, move, game.version
    return row_box(RowPurpose.QUESTION, row)


def mail_in_question(key: RowKey) -> InboundMail:
    """Find the email whose writer was asked to confirm a move; NotFound once it is deleted."""
    return or_not_found(session().scalar(select(InboundMail).where(*_is(key), InboundMail.asked_move.is_not(None))))


def _is(key: RowKey) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return InboundMail.id == key.number, InboundMail.nonce == key.nonce

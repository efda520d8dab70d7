"""Mails that come in: kept before they are acknowledged, claimed by workers, and closed once they are seen to."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import ColumnElement, delete, exists, select, text, true
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningUpdate

from service.core import rates
from service.core.addresses import MAX_ADDRESS_LENGTH
from service.core.db import session, transaction
from service.core.encryption import decrypt, encrypt
from service.core.errors import NotFound
from service.core.keys import RowKey, SeatLink
from service.core.limits import limit
from service.models import Account, Game, InboundContent, InboundMail, Outcome, WorkState
from service.post.boxes import Box, Question, box_at, name_of
from service.post.links import question_box
from service.work import leases, queues, wake
from service.work.leases import claim_first, claim_of_first, of_claimed, settle

WHOLE = limit("whole-mails-of-postmaster")
READING_LEASE = timedelta(minutes=1)
MAX_ATTEMPTS = 20
"""With the pauses between them these last for half a day; what fails so long is a fault of ours, and is logged."""
MOST_LEFT = 10 * 1024
"""Bytes that are left of a long mail: of its text while it is held, or from its beginning, for the operator."""
CUT = b"X-Sundial-Cut: %d of %d bytes are left of this mail\r\n"
IS_NOT_NEEDED = ~exists().where(InboundMail.content_id == InboundContent.id)


class LeaseLost(Exception):
    """Another worker sees to the mail by now; what was done for it here is undone."""


def check_database() -> None:
    """Nothing, if mails can be kept now; whatever the database raises otherwise."""
    session().rollback()
    session().execute(text("SELECT 1"))


def fingerprint(message_id: str | None, raw: bytes) -> str:
    """What makes two deliveries the same mail: its Message-ID and body, or all of it if it has no name."""
    _, _, body = raw.partition(b"\r\n\r\n")
    named = [message_id.encode(errors="replace"), body] if message_id else [raw]
    return hashlib.sha256(b"\0".join(named)).hexdigest()


def receive(
    boxes: Iterable[str], *, sender: str, raw: bytes, mark: str, now: datetime, network: str | None = None
) -> None:
    """Keep a mail for each of the local parts it is addressed to, once; `mark` is its fingerprint.

    What it says is kept once for all of them. `network` is where it came from, as `rates.area` has it.
    """
    with transaction() as current:
        content = _content(raw)
        mail = {"sender": sender.replace("\0", "")[:MAX_ADDRESS_LENGTH], "fingerprint": mark, "network": network}
        kept = [_is_kept(box.lower(), now, content_id=content.id, **mail) for box in boxes]
        if not any(kept):
            current.delete(content)
        wake.wake(queues.INBOUND)


def raw_of(mail: InboundMail) -> bytes:
    """What is left of a mail: as it came, its beginning, or as it was read before it was held; nothing of nothing."""
    encrypted = session().scalar(select(InboundContent.encrypted).where(InboundContent.id == mail.content_id))
    return decrypt(encrypted or b"")


def drop_contents(which: ColumnElement[bool] = IS_NOT_NEEDED) -> None:
    """Delete what no mail needs any more, in the transaction under way.

    Of two that need it no more at the same time, the later one sees that the other does not.
    """
    session().execute(select(InboundContent.id).where(which).order_by(InboundContent.id).with_for_update())
    session().execute(delete(InboundContent).where(which, IS_NOT_NEEDED))


def claim_inbound(now: datetime, limit: int = 1) -> Sequence[InboundMail]:
    """Mails that are due, claimed for reading: those about a game first, as anybody can send the others."""
    claimed = list[InboundMail]()
    for mail, _, said, is_shared in claim_first(_reading(), now, READING_LEASE, limit):
        mail.said, mail.shares_content = said or b"", is_shared
        claimed.append(mail)
    return claimed


@cache
def _reading() -> ReturningUpdate[InboundMail, bool, bytes | None, bool]:
    """Made once: to put it together takes as long as to run it."""
    number, content, other = of_claimed(InboundMail, "id"), of_claimed(InboundMail, "content_id"), aliased(InboundMail)
    said = select(InboundContent.encrypted).where(InboundContent.id == content).scalar_subquery()
    is_shared = exists().where(other.content_id == content, other.id != number)
    return claim_of_first(InboundMail, InboundMail.game_id.is_not(None), true()).returning(said, is_shared)


def put_off(mail: InboundMail, now: datetime) -> None:
    """Read a claimed mail again later, or never again."""
    leases.put_off(mail, now, for_good=mail.attempts >= MAX_ATTEMPTS)


def do_once(mail: InboundMail, act: Callable[[], Outcome], as_read: Callable[[], bytes] | None = None) -> None:
    """Do what a claimed mail asks for, and note what came of it, in one transaction; LeaseLost undoes it.

    What is NotFound to `act` makes of the mail one that is ignored. While it is held, it is kept `as_read`.
    """
    with transaction():
        try:
            outcome = act()
        except NotFound:
            outcome = Outcome.IGNORED
        close(mail, outcome, as_read)


def close(mail: InboundMail, outcome: Outcome, as_read: Callable[[], bytes] | None = None) -> None:
    """Note what came of a claimed mail, in the transaction under way; LeaseLost undoes that transaction.

    What it says is gone with that, for it quotes links that open doors; unless somebody is still to read it.
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
    """When the mails of that likeness came which came within so long before this one; this one is noted.

    Of those, that is, that came to the `outcome`; in order. What counts is when they came: how long they waited to be
    read says nothing of who has written them.
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
    """Keep a mail for one box; False if it was delivered there before."""
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
    try:
        with session().begin_nested():
            session().add(mail)
    except IntegrityError:
        return False
    return True


def _game_of(box: Box | None) -> str | None:
    """The game that a mail to the box is about, so that its deadline waits until the mail is read."""
    if isinstance(box, SeatLink):
        return box.game_id
    return session().scalar(select(InboundMail.game_id).where(*_is(box.key))) if isinstance(box, Question) else None


def ask_whether(mail: InboundMail, account: Account, game: Game, move: str) -> str:
    """Keep that the writer of a mail was asked whether they meant a move, in the transaction under way.

    What comes back is the local part of the address that the answer goes to.
    """
    row = session().get_one(InboundMail, mail.id)
    row.account_id, row.game_id, row.asked_move, row.asked_version = account.id, game.id, move, game.version
    return question_box(row)


def mail_in_question(key: RowKey) -> InboundMail:
    """The mail whose writer was asked whether they meant a move, or NotFound once it is forgotten."""
    mail = session().scalar(select(InboundMail).where(*_is(key), InboundMail.asked_move.is_not(None)))
    if mail is None:
        raise NotFound
    return mail


def _is(key: RowKey) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return InboundMail.id == key.number, InboundMail.nonce == key.nonce

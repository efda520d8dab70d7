"""Confirm the sender: hold a doubtful email until the owner of its address confirms it; no limit drops it.

Each question is about one email, which a yes releases, and lists the others that wait in the same name. Questions are
limited; an email that comes meanwhile waits for the next one. Strangers wait in queues, one for each domain that has
signed the emails and one for each network of the others, and the queues take turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, exists, func, not_, or_, select, text, update

from service.accounts.accounts import account_numbered, confirm
from service.accounts.addresses import accept_address
from service.config.limits import limit
from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.language.errors import or_not_found
from service.models import Account, InboundMail, Lane, Notice, Outcome, WorkState
from service.models.inbound import WAITS_TO_BE_ASKED
from service.notifications.answers import AN_HOUR, due_lately, next_of, room_for_one
from service.notifications.notices import LANGUAGE, add_notice
from service.security import rates
from service.security.keys import RowKey

OWN, PROVEN = limit("own-questions"), limit("proven-questions")
OF_DOMAIN, OF_NETWORK, OF_ALL = limit("questions-of-domain"), limit("questions-of-network"), limit("questions")
KIND = "confirm"
STRANGER = "stranger"
"""The reason for holding an email of an unconfirmed address."""
OTHER_SENDER = "sender"
"""The reason for holding an answer from an address that is not the account's."""
STRANGERS_ARE_ASKED_EVERY = timedelta(days=1)
"""An unconfirmed address gets one question a day, however many emails use its name."""
MOST_LISTED = 50
"""Emails listed in one question."""
BATCH = 20
"""Strangers asked in one run."""


@dataclass(frozen=True)
class Doubt:
    """Why an email is held, its text, and its writer's language if known.

    `vouched_by` is the organisation that has signed it; `is_forgeable` says whether anybody can have written it.
    `writer` is the address in its From header, if that is the reason.
    """

    why: str
    wrote: str
    language: str | None = None
    vouched_by: str | None = None
    is_forgeable: bool = False
    writer: str | None = None


def hold(mail: InboundMail, account: Account, doubt: Doubt, now: datetime) -> Outcome:
    """Hold an email until the owner of its address confirms it, and ask them.

    A stranger is asked once a day: further emails in their name are listed after their yes, or the next day.
    """
    row = session().get_one(InboundMail, mail.id, populate_existing=True)
    row.account_id, row.vouched_by = account.id, doubt.vouched_by
    row.doubt = {"why": doubt.why, "wrote": doubt.wrote, "language": doubt.language, "writer": doubt.writer}
    if doubt.why == STRANGER:
        row.round = _next_round(row)
    elif account.verified_at is not None or not _was_asked(account, now - STRANGERS_ARE_ASKED_EVERY):
        _ask(row, account, now, forgeable=doubt.is_forgeable)
    return Outcome.HELD


def ask_strangers(now: datetime) -> int:
    """Ask waiting strangers, queue by queue, while limits allow; returns how many were asked."""
    asked, full = 0, list[ColumnElement[bool]]()
    if session().scalar(_to_be_asked(now)) is None:
        return 0
    while asked < BATCH:
        with transaction() as current:
            mail = current.scalar(_to_be_asked(now, *map(not_, full)).with_for_update(skip_locked=True))
            if mail is None:
                break
            if (line := _full_line(mail, now)) is not None:
                full.append(line)
                continue
            _ask(mail, account_numbered(mail.account_id or 0), now, forgeable=mail.vouched_by is None)
            asked += 1
    return asked


def held_mail(key: RowKey) -> InboundMail:
    """Find the email of a question; NotFound once it is deleted."""
    return or_not_found(session().scalar(_asked_about(key)))


def approve(key: RowKey, now: datetime) -> InboundMail:
    """Release a held email as its owner's own, as of now; idempotent. NotFound.

    If other emails in the same name were in no question yet, a new question lists them.
    """
    with transaction() as current:
        mail = or_not_found(current.scalar(_asked_about(key).with_for_update()))
        if mail.outcome == Outcome.HELD:
            mail.outcome, mail.state, mail.approved_at, mail.due_at = None, WorkState.QUEUED, now, now
            mail.attempts, mail.first_due_at, mail.told = 0, None, b""
            wake.wake(queues.INBOUND)
            account = account_numbered(mail.account_id or 0)
            confirm(account, now)
            sent = Notice.account_id == account.id, Notice.kind == KIND, Notice.state != WorkState.QUEUED
            current.execute(update(Notice).where(*sent).values(forgeable=False))  # an owner who answers may be asked
            others = _held_for(account.id).order_by(InboundMail.id).limit(1)
            asked_at, known_since = InboundMail.asked_at, account.verified_at  # a stranger's question lists no others
            untold = others.where(or_(asked_at.is_(None), asked_at < known_since))
            if (other := current.scalar(untold)) is not None:
                _ask(other, account, now, forgeable=False)
        return mail


def accept_writer(key: RowKey, now: datetime) -> None:
    """Release a held email, and let all answers from its address count from now on if it was held for that.

    Errors as `approve` and `accept_address`.
    """
    with transaction():
        held = held_mail(key)
        writer = held.doubt["writer"] if held.outcome == Outcome.HELD else None
        if writer is not None:
            accept_address(account_numbered(held.account_id or 0), writer, now)
        approve(key, now)


def mails_told(notice: Notice) -> tuple[Sequence[InboundMail], int]:
    """List the emails of a question, its own first, and count the rest.

    Networks alternate, so that none fills the list alone.
    """
    about, theirs = notice.data.get("mail_id", 0), _held_for(notice.account_id)
    turn = func.row_number().over(partition_by=InboundMail.network, order_by=InboundMail.id)
    told = session().scalars(theirs.order_by(InboundMail.id != about, turn, InboundMail.id).limit(MOST_LISTED)).all()
    count = session().scalar(select(func.count()).select_from(theirs.subquery())) or 0
    return told, count - len(told)


def is_asked_for(notice: Notice) -> bool:
    """Check whether an email of the question is still held."""
    return session().scalars(_held_for(notice.account_id).limit(1)).first() is not None


def _ask(mail: InboundMail, account: Account, now: datetime, *, forgeable: bool) -> None:
    """Write a question about the email, due when limits allow; a waiting question covers it."""
    waits = InboundMail.account_id == account.id, InboundMail.outcome == Outcome.HELD, InboundMail.asked_at.is_(None)
    others = update(InboundMail).where(InboundMail.id != mail.id, *waits)
    session().execute(others.values(asked_at=now, round=None))  # they need no question of their own
    mail.asked_at = now
    if next_of(KIND, account, forgeable=forgeable) is not None:
        return
    due = room_for_one(OWN if forgeable else PROVEN, due_lately(KIND, account, now, forgeable=forgeable), now)
    language = mail.doubt["language"]
    data = {"mail_id": mail.id} | ({LANGUAGE: language} if language else {})
    lane = Lane.USUAL if account.verified_at else Lane.LAST
    add_notice(KIND, account, now, due, data=data, forgeable=forgeable, lane=lane)


def _was_asked(account: Account, since: datetime) -> bool:
    """Check whether a stranger was asked, or waits to be."""
    asked = select(Notice.id).where(Notice.account_id == account.id, Notice.kind == KIND, Notice.created_at > since)
    waiting = select(InboundMail.id).where(InboundMail.account_id == account.id, text(WAITS_TO_BE_ASKED))
    return any(session().scalars(found.limit(1)).first() is not None for found in (asked, waiting))


def _next_round(mail: InboundMail) -> int:
    """Return the round after the last one that the email's queue waits for; else the current one."""
    last = session().scalar(select(func.max(InboundMail.round)).where(_line(mail), text(WAITS_TO_BE_ASKED)))
    first = session().scalar(select(func.min(InboundMail.round)).where(text(WAITS_TO_BE_ASKED)))
    return (first or 0) if last is None else last + 1


def _to_be_asked(now: datetime, *which: ColumnElement[bool]) -> Select[InboundMail]:
    lately = Notice.kind == KIND, Notice.created_at > now - STRANGERS_ARE_ASKED_EVERY
    was_asked = exists().where(Notice.account_id == InboundMail.account_id, *lately)
    found = (
        select(InboundMail)
        .where(text(WAITS_TO_BE_ASKED), ~was_asked, *which)
        .order_by(InboundMail.round, InboundMail.id)
    )
    return found.limit(1).execution_options(populate_existing=True)


def _line(mail: InboundMail) -> ColumnElement[bool]:
    """Build the condition for emails of one queue."""
    is_alike = InboundMail.vouched_by.is_not_distinct_from(mail.vouched_by)
    return is_alike if mail.vouched_by else and_(is_alike, InboundMail.network.is_not_distinct_from(mail.network))


def _full_line(mail: InboundMail, now: datetime) -> ColumnElement[bool] | None:
    """Return the condition of the hourly limit that this email has reached; None if there is room."""
    limits = [(OF_DOMAIN, _line(mail))]
    if mail.vouched_by is None:
        limits = [(OF_ALL, InboundMail.vouched_by.is_(None)), (OF_NETWORK, _line(mail))]
    strangers = InboundMail.round.is_not(None), InboundMail.asked_at > now - AN_HOUR
    for row, which in limits:
        most = rates.amount(row)
        asked = select(func.count()).select_from(InboundMail).where(*strangers, which)
        if most is not None and (session().scalar(asked) or 0) >= most:
            return which
    return None


def _held_for(account_id: int | None) -> Select[InboundMail]:
    return select(InboundMail).where(InboundMail.account_id == account_id, InboundMail.outcome == Outcome.HELD)


def _asked_about(key: RowKey) -> Select[InboundMail]:
    named = InboundMail.id == key.number, InboundMail.nonce == key.nonce
    found = select(InboundMail).where(*named, InboundMail.account_id.is_not(None))
    return found.execution_options(populate_existing=True)

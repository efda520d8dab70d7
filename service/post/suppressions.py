"""Whom we send no mails that one can do without: addresses at which mail fails, and people who have called it spam.

To send on to them harms all others: providers judge a sender by it. Signing in, answers to somebody's own mails and
warnings go on. What shows that mail arrives again ends it, but for a complaint, which only its owner takes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import func, select, update

from service.core.db import session, transaction
from service.core.errors import NotFound
from service.models import Account, Notice, Suppressed, WorkState
from service.post.kinds import kinds_meant, kinds_telling_turns, stoppable
from service.work import queues, wake
from service.work.recounts import note_gone, settled

MOST_SOFT = 5
"""Mails that come back in a row and might have arrived another day."""
IN_A_ROW = timedelta(days=30)
"""What lies further apart is not in a row."""


class Severity(StrEnum):
    """What a refusal for good says of the address."""

    HARD = "hard"
    """There is none such, or it was closed."""
    SOFT = "soft"
    """It may take mail another day."""
    OURS = "ours"
    """Nothing: it is about the mail, or about who sends it."""


_SEVERITIES = {
    "2": Severity.SOFT,
    "3": Severity.SOFT,
    "5": Severity.OURS,
    "6": Severity.OURS,
    "7": Severity.OURS,
}
"""By the second number of a status (RFC 3463, 3): mail box, system, protocol, content, policy. Others are addresses and
ways to them, which do not come back."""
_DISABLED = "5.2.1"
"""The one mail box that will not be open another day."""


def severity(status: str | None) -> Severity:
    """What the status with which a mail has failed for good says of its address. A refusal without one is hard."""
    if status is None or status == _DISABLED:
        return Severity.HARD
    if not status.startswith("5"):
        return Severity.SOFT
    return _SEVERITIES.get(status.split(".")[1], Severity.HARD)


def note_failed_mail(account: Account, status: str | None, now: datetime) -> None:
    """Note of a locked account that a mail has failed for good, in the transaction under way."""
    match severity(status):
        case Severity.HARD:
            suppress(account, Suppressed.HARD_BOUNCE, now)
        case Severity.SOFT:
            is_in_a_row = account.soft_bounced_at is not None and account.soft_bounced_at > now - IN_A_ROW
            account.soft_bounces = (account.soft_bounces or 0) * is_in_a_row + 1
            account.soft_bounced_at = now
            if account.soft_bounces >= MOST_SOFT:
                suppress(account, Suppressed.SOFT_BOUNCES, now)


def suppress(account: Account, why: Suppressed, now: datetime) -> None:
    """Keep mails from a locked account, in the transaction under way. A complaint counts more than what comes back."""
    if account.suppressed_for != Suppressed.COMPLAINT:
        account.suppressed_at = account.suppressed_at or now
        account.suppressed_for = why
    account.unreachable_since = account.unreachable_since or now


def is_kept_back(notice: Notice) -> bool:
    """Whether the notice is not to be sent, because its reader is not to be written to and can do without it."""
    if not set(kinds_meant(notice.kind)) <= set(stoppable()) or notice.account_id is None:
        return False
    return session().get_one(Account, notice.account_id).suppressed_for is not None


def lift(account_id: int, now: datetime) -> bool:
    """Send the account its mails again, those about turns under way that were kept back, too; False if it gets them."""
    with transaction() as current:
        account = current.get_one(Account, account_id, with_for_update={"key_share": True}, populate_existing=True)
        if account.suppressed_for is None:
            return False
        account.suppressed_for = account.suppressed_at = account.unreachable_since = None
        account.soft_bounces = account.soft_bounced_at = None
        theirs = Notice.account_id == account_id, Notice.kind.in_(kinds_telling_turns())
        kept_back = *theirs, Notice.state == WorkState.FAILED, Notice.envelope_id.is_(None)
        note_gone(Notice, settled(current.scalars(select(Notice).where(*kept_back).with_for_update()).all()))
        again = {"state": WorkState.QUEUED, "due_at": now, "leased_until": None, "attempts": 0}
        current.execute(update(Notice).where(*kept_back).values(again))
        wake.wake(queues.NOTICES)
        return True


def lift_address(address: str, now: datetime) -> bool:
    """The same by address; NotFound if nobody has it."""
    account = session().scalar(select(Account).where(Account.email == address))
    if account is None:
        raise NotFound
    return lift(account.id, now)


def suppressed_accounts() -> Sequence[Account]:
    """Whom we send no such mails, the latest first."""
    kept = select(Account).where(Account.suppressed_at.is_not(None))
    return session().scalars(kept.order_by(Account.suppressed_at.desc(), Account.id)).all()


def suppressed_by_reason() -> dict[Suppressed, int]:
    """How many they are, by why."""
    counted = select(Account.suppressed_for, func.count()).where(Account.suppressed_at.is_not(None))
    found = {why: count for why, count in session().execute(counted.group_by(Account.suppressed_for)) if why}
    return {why: found.get(why, 0) for why in Suppressed}

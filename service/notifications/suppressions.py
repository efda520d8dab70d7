"""Suppression: withhold non-essential emails from failing addresses, and from people who reported spam.

Further emails to them harm all others, because providers rate the sender. Sign-in emails, replies and warnings are
still sent. Proof that email arrives again ends a suppression, except after a complaint, which only its owner can
withdraw.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select, update
from sqlalchemy.orm import Session

from service.accounts.accounts import locked_account
from service.accounts.unwanted_mails import unwanted_by
from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.language.errors import or_not_found
from service.models import Account, Envelope, Notice, Suppressed, WorkState
from service.notifications.kinds import kinds_meant, kinds_telling_turns, stoppable
from service.notifications.refusals import Severity, severity
from service.security.addresses import domain_of

SOFT_DAYS = 5
"""Days with failed emails for a temporary or unknown reason, after which an address is marked."""
IN_A_ROW = timedelta(days=30)
"""Failures further apart are not consecutive."""
MANY = 5
"""How many failing addresses at once make the domain count as the cause."""
AT_ONCE = timedelta(minutes=15)

log = logging.getLogger(__name__)


def note_failed_mail(account: Account, said: str, *, left_at: datetime, now: datetime) -> None:
    """Record a permanently failed email of a locked account, in the current transaction.

    `said` is the text of the server or the report. If a domain refuses many addresses at once, none of them is marked,
    and recent marks are removed.
    """
    last = account.mail_failed_at
    account.mail_failed_at = now
    if last is None or now - last >= IN_A_ROW or _has_arrived(account, last, left_at):
        account.soft_bounces = None
    domain, found = domain_of(account.email or ""), severity(said)
    if domain in refusing_domains(session(), now):
        _lift_domain(domain, now)
    elif found is Severity.HARD:
        suppress(account, Suppressed.HARD_BOUNCE, now)
    elif found is Severity.SOFT and (last is None or last.date() != now.date()):
        account.soft_bounces = (account.soft_bounces or 0) + 1
        if account.soft_bounces >= SOFT_DAYS:
            suppress(account, Suppressed.SOFT_BOUNCES, now)


def _has_arrived(account: Account, since: datetime, before: datetime) -> bool:
    """Check whether a server accepted an email between these times that has not bounced."""
    taken = select(Envelope.id).where(Envelope.account_id == account.id, Envelope.bounced_at.is_(None))
    return session().scalar(taken.where(Envelope.sent_at > since, Envelope.sent_at < before).limit(1)) is not None


def refusing_domains(reader: Session | Connection, now: datetime) -> Mapping[str, int]:
    """Return the domains that refuse our email to `MANY` or more addresses within minutes, with the number."""
    lately = select(Account.email).where(Account.mail_failed_at > now - AT_ONCE, Account.email.is_not(None))
    refused = Counter(domain_of(address or "") for address in reader.scalars(lately))
    return {domain: count for domain, count in refused.items() if count >= MANY}


def _lift_domain(domain: str, now: datetime) -> None:
    log.warning("%s refuses our mail to many addresses at once: none of them is marked", domain)
    theirs = func.lower(Account.email).endswith(f"@{domain}", autoescape=True)
    just_marked = Account.suppressed_at > now - AT_ONCE, Account.suppressed_for != Suppressed.COMPLAINT
    for account_id in session().scalars(select(Account.id).where(theirs, *just_marked).order_by(Account.id)).all():
        lift(account_id, now)


def suppress(account: Account, why: Suppressed, now: datetime) -> None:
    """Suppress emails to a locked account, in the current transaction. A complaint outweighs bounces."""
    if account.suppressed_for != Suppressed.COMPLAINT:
        account.suppressed_at = account.suppressed_at or now
        account.suppressed_for = why
    account.unreachable_since = account.unreachable_since or now


def is_kept_back(notice: Notice) -> bool:
    """Check whether a notice is withheld: its account is suppressed, and the kind is not essential."""
    if not set(kinds_meant(notice.kind)) <= set(stoppable()) or notice.account_id is None:
        return False
    return session().get_one(Account, notice.account_id).suppressed_for is not None


def lift(account_id: int, now: datetime) -> bool:
    """Lift an account's suppression and send the withheld emails about current turns; False if there was none."""
    with transaction() as current:
        account = locked_account(account_id)
        if account.suppressed_for is None:
            return False
        account.suppressed_for = account.suppressed_at = account.unreachable_since = None
        account.soft_bounces = None
        theirs = Notice.account_id == account_id, Notice.kind.in_(kinds_telling_turns())
        kept_back = update(Notice).where(*theirs, Notice.state == WorkState.FAILED, Notice.envelope_id.is_(None))
        waits = {"state": WorkState.QUEUED, "due_at": now, "first_due_at": None, "leased_until": None, "attempts": 0}
        current.execute(kept_back.values(waits))
        wake.wake(queues.NOTICES)
        return True


def lift_address(address: str, now: datetime) -> bool:
    """Lift the suppression of an address; NotFound if it is unknown."""
    account = session().scalar(select(Account).where(Account.email == address))
    if account is not None:
        return lift(account.id, now)
    kept = or_not_found(unwanted_by(address))
    with transaction():
        was_suppressed = kept.suppressed_for is not None
        kept.suppressed_for = kept.suppressed_at = kept.unreachable_since = None
    return was_suppressed


def suppressed_accounts() -> Sequence[Account]:
    """List the suppressed accounts, the latest first."""
    kept = select(Account).where(Account.suppressed_at.is_not(None))
    return session().scalars(kept.order_by(Account.suppressed_at.desc(), Account.id)).all()


def suppressed_by_reason() -> dict[Suppressed, int]:
    """Count the suppressed accounts by reason."""
    counted = select(Account.suppressed_for, func.count()).where(Account.suppressed_at.is_not(None))
    found = {why: count for why, count in session().execute(counted.group_by(Account.suppressed_for)) if why}
    return {why: found.get(why, 0) for why in Suppressed}

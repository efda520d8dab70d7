"""Send emails again that were given up, once the mail server that refused them works again."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from sqlalchemy import select

from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.models import Account, Envelope, WorkState
from service.notifications.kinds import kind_named
from service.notifications.notices import told_by
from service.notifications.relevance import tells_nothing_true
from service.notifications.suppressions import is_kept_back

SENT = "sent again"
PAUSE = timedelta(seconds=1)
"""The time between two of them; the limit of a domain applies as well."""


def resend(since: datetime, now: datetime) -> Counter[str]:
    """Queue the emails given up since then that are still of use, under the same Message-IDs.

    Return their number by outcome: `SENT`, or the reason not to send them. Emails that may have arrived are left out.
    """
    given_up = Envelope.state == WorkState.FAILED, Envelope.due_at >= since, Envelope.offered_at.is_(None)
    numbers = session().scalars(select(Envelope.id).where(*given_up).order_by(Envelope.lane, Envelope.due_at)).all()
    counted = Counter[str]()
    for number in numbers:
        with transaction() as current:
            envelope = current.get(Envelope, number, with_for_update=True, populate_existing=True)
            outcome = _why_not(envelope, now) or SENT
            if envelope and outcome == SENT:
                envelope.state, envelope.attempts, envelope.first_due_at = WorkState.QUEUED, 0, None
                envelope.created_at, envelope.due_at = now, now + PAUSE * counted[SENT]  # tried as long as a new one
                wake.wake(queues.NOTICES)
            counted[outcome] += 1
    return counted


def _why_not(envelope: Envelope | None, now: datetime) -> str | None:
    """Explain to an operator why an email is not sent again; None if it is."""
    if envelope is None or envelope.state != WorkState.FAILED or not envelope.encrypted:
        return "without content, because they are old or name a deleted account"
    told = told_by(envelope)
    if not told or tells_nothing_true(told):
        return "no longer true or wanted"
    good_for = [kind_named(notice.kind).good_for or timedelta.max for notice in told]
    if any(now - notice.created_at >= span for notice, span in zip(told, good_for, strict=True)):
        return "with an expired link"
    account = session().get(Account, told[0].account_id)
    if min(good_for) == timedelta.max and account and account.email != envelope.recipient:
        return "to an earlier address"
    return "to suppressed addresses" if all(map(is_kept_back, told)) else None

"""Delivery attempts: outcomes, retries and rate limits at mail servers.

Emails go to a domain no faster than it accepts them, and wait where its server defers them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, update

from service.config.limits import limit
from service.db.engines import transaction
from service.db.model import ColumnValue
from service.jobs import leases
from service.models import Envelope, Notice, WorkState
from service.notifications import bounces
from service.notifications.notices import close
from service.notifications.refusals import status_in
from service.notifications.relevance import tells_nothing_true
from service.security import rates
from service.security.addresses import domain_of
from service.security.rates import Use

GIVE_UP_AFTER = timedelta(days=4)
"""RFC 5321, 4.5.4.1 recommends retries for four to five days."""
MAX_REPLY = 500
"""Characters kept of a server's reply."""
CLOSING = "421"
"""The server closes and accepts nothing from us for now (RFC 5321, 3.8)."""
FULL = ("4.2.2", timedelta(hours=1))
"""The mailbox is full (RFC 3463, 3.3): its owner has to read first."""
UNWELCOME = ("4.7.", timedelta(minutes=5))
"""Policy (RFC 3463, 3.8), most often greylisting (RFC 6647, 2.3)."""
RECIPIENTS_OWN = ("4.1.1", "4.1.2", "4.2.")
"""Begins codes about one mailbox or its domain (RFC 3463, 3.2 and 3.3): its retries do not count as late."""
NO_ANSWER = "no answer"
"""Begins the reply kept for a server that was away."""
DOMAIN_RESTS = timedelta(minutes=5)
_MAILS = limit("mails-of-domain")


def is_to_be_offered(envelope: Envelope, told: Sequence[Notice]) -> bool:
    """Decide whether a claimed envelope is sent; if its notices are all outdated, supersede it."""
    if not tells_nothing_true(told):
        return True
    close(envelope, WorkState.SUPERSEDED)
    return False


def is_too_fast(envelope: Envelope, now: datetime) -> bool:
    """Check whether its domain's limit of this minute is used up; then the envelope waits, and no attempt counts."""
    charged = rates.spent(Use(_MAILS, domain_of(envelope.recipient)))
    if charged is None or charged.granted:
        return False
    leases.settle(envelope, attempts=envelope.attempts - 1, due_at=now + timedelta(seconds=charged.seconds))
    return True


def note_sent(envelope: Envelope, reply: str, now: datetime) -> None:
    """Record that a mail server accepted a claimed envelope, and its reply."""
    close(envelope, WorkState.DONE, due_at=now, sent_at=now, offered_at=None, last_reply=reply[:MAX_REPLY])


def note_refusal(envelope: Envelope, reply: str, now: datetime, *, permanent: bool, unknown: bool) -> None:
    """Record the refusal of a claimed envelope; retry it or give up.

    The refusal may be `permanent`; it is `unknown` if the server's reply was lost.
    """
    noted = {} if unknown else {"offered_at": envelope.offered_at}  # a reply says nothing about an earlier attempt
    if (status_in(reply) or "").startswith(RECIPIENTS_OWN):
        noted["first_due_at"] = None
    may_have_arrived = unknown or envelope.offered_at is not None
    if permanent or (_is_given_up(envelope, now) and not may_have_arrived):
        bounces.note_failure(envelope, reply[:MAX_REPLY], now, permanent=permanent)
    else:
        put_off(envelope, now, _at_the_earliest(reply, now), last_reply=reply[:MAX_REPLY], **noted)
        _rest(envelope.recipient, reply, now)


def put_off(envelope: Envelope, now: datetime, earliest: datetime | None = None, **changes: ColumnValue) -> None:
    """Retry a claimed envelope later, not before `earliest`, or give up after some days."""
    if _is_given_up(envelope, now):
        close(envelope, WorkState.FAILED, due_at=now, **changes)
    else:
        leases.put_off(envelope, now, for_good=False, earliest=earliest, **changes)


def _is_given_up(envelope: Envelope, now: datetime) -> bool:
    return now - envelope.created_at > GIVE_UP_AFTER


def _at_the_earliest(reply: str, now: datetime) -> datetime:
    """Compute the earliest retry after such a reply."""
    status = status_in(reply) or ""
    if reply.startswith(CLOSING):
        return now + DOMAIN_RESTS
    return next((now + wait for code, wait in (FULL, UNWELCOME) if status.startswith(code)), now)


def _rest(recipient: str, reply: str, now: datetime) -> None:
    """Delay all emails to the recipient's domain if its server closes."""
    if reply.startswith(CLOSING):
        theirs = func.lower(Envelope.recipient).endswith(f"@{domain_of(recipient)}", autoescape=True)
        until = now + DOMAIN_RESTS
        waiting = Envelope.state == WorkState.QUEUED, Envelope.due_at < until, Envelope.leased_until.is_(None)
        with transaction() as current:
            first_due = func.coalesce(Envelope.first_due_at, Envelope.due_at)
            current.execute(update(Envelope).where(*waiting, theirs).values(due_at=until, first_due_at=first_due))

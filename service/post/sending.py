"""Envelopes at a mail server: what became of each attempt, and for how long it is tried.

Mails go to one domain no faster than it takes them, and wait where its server has put them off.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, update

from service.core import rates
from service.core.addresses import domain_of
from service.core.db import transaction
from service.core.limits import limit
from service.core.model import ColumnValue
from service.core.rates import Use
from service.models import Envelope, Notice, WorkState
from service.post import bounces
from service.post.notices import close
from service.post.refusals import status_in
from service.post.relevance import tells_nothing_true
from service.work import leases

GIVE_UP_AFTER = timedelta(days=4)
"""RFC 5321, 4.5.4.1 asks senders to try for four to five days."""
MAX_REPLY = 500
"""Characters of a server's reply that are kept."""
CLOSING = "421"
"""The server wants no more of us for now, whoever is written to (RFC 5321, 3.8)."""
FULL = ("4.2.2", timedelta(hours=1))
"""The mail box is full (RFC 3463, 3.3): its owner has to read first."""
UNWELCOME = ("4.7.", timedelta(minutes=5))
"""Policy (RFC 3463, 3.8), most often that of servers that take no mail of strangers at once (RFC 6647, 2.3)."""
DOMAIN_RESTS = timedelta(minutes=5)
_MAILS = limit("mails-of-domain")


def is_to_be_offered(envelope: Envelope, told: Sequence[Notice]) -> bool:
    """Whether a claimed envelope is to be sent; if not, it is superseded: all that these notices in it tell is over."""
    if not tells_nothing_true(told):
        return True
    close(envelope, WorkState.SUPERSEDED)
    return False


def is_too_fast(envelope: Envelope, now: datetime) -> bool:
    """Whether its domain has got its mails of this minute; then a claimed envelope waits, which is no attempt."""
    charged = rates.spent(Use(_MAILS, domain_of(envelope.recipient)))
    if charged is None or charged.granted:
        return False
    leases.settle(envelope, attempts=envelope.attempts - 1, due_at=now + timedelta(seconds=charged.seconds))
    return True


def note_sent(envelope: Envelope, reply: str, now: datetime) -> None:
    """Note that a mail server has taken a claimed envelope, and what it said."""
    close(envelope, WorkState.DONE, sent_at=now, offered_at=None, last_reply=reply[:MAX_REPLY])


def note_refusal(envelope: Envelope, reply: str, now: datetime, *, permanent: bool, unknown: bool) -> None:
    """Note that a claimed envelope was refused, and try it again, or never.

    A refusal may be `permanent`; or it is `unknown` whether it is one, since the server has said nothing.
    """
    noted = {} if unknown else {"offered_at": envelope.offered_at}  # an answer says nothing of an earlier one
    may_have_arrived = unknown or envelope.offered_at is not None
    if permanent or (_is_given_up(envelope, now) and not may_have_arrived):
        bounces.note_failure(envelope, reply[:MAX_REPLY], now, permanent=permanent)
    else:
        put_off(envelope, now, _at_the_earliest(reply, now), last_reply=reply[:MAX_REPLY], **noted)
        _rest(envelope.recipient, reply, now)


def put_off(envelope: Envelope, now: datetime, earliest: datetime | None = None, **changes: ColumnValue) -> None:
    """Try a claimed envelope again later, not before `earliest`, or never again after some days."""
    if _is_given_up(envelope, now):
        close(envelope, WorkState.FAILED, **changes)
    else:
        leases.put_off(envelope, now, for_good=False, earliest=earliest, **changes)


def _is_given_up(envelope: Envelope, now: datetime) -> bool:
    return now - envelope.created_at > GIVE_UP_AFTER


def _at_the_earliest(reply: str, now: datetime) -> datetime:
    """When a mail may be tried again after such an answer."""
    status = status_in(reply) or ""
    if reply.startswith(CLOSING):
        return now + DOMAIN_RESTS
    return next((now + wait for code, wait in (FULL, UNWELCOME) if status.startswith(code)), now)


def _rest(recipient: str, reply: str, now: datetime) -> None:
    """Let all that waits for the recipient's domain wait, if its server wants no more of us."""
    if reply.startswith(CLOSING):
        theirs = func.lower(Envelope.recipient).endswith(f"@{domain_of(recipient)}", autoescape=True)
        until = now + DOMAIN_RESTS
        waiting = Envelope.state == WorkState.QUEUED, Envelope.due_at < until, Envelope.leased_until.is_(None)
        with transaction() as current:
            current.execute(update(Envelope).where(*waiting, theirs).values(due_at=until))

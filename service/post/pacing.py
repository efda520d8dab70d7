"""How fast mails go to one domain, and how long one waits that its server has put off."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, update

from service.core import rates
from service.core.addresses import domain_of
from service.core.db import transaction
from service.core.limits import limit
from service.core.rates import Use
from service.models import Envelope, WorkState
from service.post.refusals import status_in
from service.work import leases

CLOSING = "421"
"""The server wants no more of us for now, whoever is written to (RFC 5321, 3.8)."""
FULL = ("4.2.2", timedelta(hours=1))
"""The mail box is full (RFC 3463, 3.3): its owner has to read first."""
UNWELCOME = ("4.7.", timedelta(minutes=5))
"""Policy (RFC 3463, 3.8), most often that of servers that take no mail of strangers at once (RFC 6647, 2.3)."""
DOMAIN_RESTS = timedelta(minutes=5)
_MAILS = limit("mails-of-domain")


def is_too_fast(envelope: Envelope, now: datetime) -> bool:
    """Whether its domain has got its mails of this minute; then a claimed envelope waits, which is no attempt."""
    charged = rates.spent(Use(_MAILS, domain_of(envelope.recipient)))
    if charged is None or charged.granted:
        return False
    leases.settle(envelope, attempts=envelope.attempts - 1, due_at=now + timedelta(seconds=charged.seconds))
    return True


def at_the_earliest(reply: str, now: datetime) -> datetime:
    """When a mail may be tried again after such an answer."""
    status = status_in(reply) or ""
    if reply.startswith(CLOSING):
        return now + DOMAIN_RESTS
    return next((now + wait for code, wait in (FULL, UNWELCOME) if status.startswith(code)), now)


def rest(recipient: str, reply: str, now: datetime) -> None:
    """Let all that waits for the recipient's domain wait, if its server wants no more of us."""
    if reply.startswith(CLOSING):
        theirs = func.lower(Envelope.recipient).endswith(f"@{domain_of(recipient)}", autoescape=True)
        until = now + DOMAIN_RESTS
        waiting = Envelope.state == WorkState.QUEUED, Envelope.due_at < until, Envelope.leased_until.is_(None)
        with transaction() as current:
            current.execute(update(Envelope).where(*waiting, theirs).values(due_at=until))

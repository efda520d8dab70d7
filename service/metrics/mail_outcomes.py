"""How mail servers answered lately, read from the outbox, so that every process reports the same."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select, true
from sqlalchemy.orm import Session

from service.db.engines import session
from service.metrics.backlog import last_accepted
from service.models import Envelope, WorkState
from service.notifications.outbox import NO_ANSWER
from service.telemetry.redaction import redact

LATELY = timedelta(minutes=3)
REFUSED_WITHIN = timedelta(days=1)
SEVERAL = 2
"""So many addresses refused in a row are our fault: a single one may be dead."""


def mail_outcomes(now: datetime) -> dict[str, int]:
    """Count emails: accepted and refused `LATELY`, and those that wait for a retry, by their last attempt."""
    lately = Envelope.due_at > now - LATELY
    waits = Envelope.state == WorkState.QUEUED, Envelope.first_due_at.is_not(None)
    is_away = func.coalesce(Envelope.last_reply, "").startswith(NO_ANSWER)
    outcomes = {
        "sent": (Envelope.state == WorkState.DONE, lately),
        "refused": (Envelope.state == WorkState.FAILED, lately),
        "put-off": (*waits, ~is_away),
        "away": (*waits, is_away),
    }
    counted = select(func.count()).select_from(Envelope)
    return {outcome: session().scalar(counted.where(*which)) or 0 for outcome, which in outcomes.items()}


def refused_in_a_row(reader: Session | Connection, now: datetime) -> tuple[int, str | None]:
    """Count the addresses refused within a day, since a server last accepted an email; also return the last reply."""
    since = func.coalesce(Envelope.due_at > last_accepted(), true())
    given_up = Envelope.state == WorkState.FAILED, Envelope.due_at > now - REFUSED_WITHIN, since
    addresses = reader.scalar(select(func.count(Envelope.recipient.distinct())).where(*given_up)) or 0
    latest = select(Envelope.last_reply).where(*given_up).order_by(Envelope.due_at.desc()).limit(1)
    return addresses, reader.scalar(latest)


def complaint_of(addresses: int, last_reply: str | None) -> str | None:
    """Describe refusals to the operator, with what to do; None if they may be the fault of one address."""
    if addresses < SEVERAL:
        return None
    told = f"Emails to the last {addresses} addresses were refused, and given up: {redact(last_reply or '')}."
    return f"{told} Run `sundial doctor mail`, then `sundial resend --since 1d`."

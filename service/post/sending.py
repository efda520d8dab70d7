"""Envelopes at a mail server: what became of each attempt, and for how long it is tried."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from service.core.model import ColumnValue
from service.models import Envelope, Notice, WorkState
from service.post import bounces, pacing
from service.post.notices import close
from service.post.relevance import tells_nothing_true
from service.work import leases

GIVE_UP_AFTER = timedelta(days=4)
"""RFC 5321, 4.5.4.1 asks senders to try for four to five days."""
MAX_REPLY = 500
"""Characters of a server's reply that are kept."""


def is_to_be_offered(envelope: Envelope, told: Sequence[Notice]) -> bool:
    """Whether a claimed envelope is to be sent; if not, it is superseded: all that these notices in it tell is over."""
    if not tells_nothing_true(told):
        return True
    close(envelope, WorkState.SUPERSEDED)
    return False


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
        put_off(envelope, now, pacing.at_the_earliest(reply, now), last_reply=reply[:MAX_REPLY], **noted)
        pacing.rest(envelope.recipient, reply, now)


def put_off(envelope: Envelope, now: datetime, earliest: datetime | None = None, **changes: ColumnValue) -> None:
    """Try a claimed envelope again later, not before `earliest`, or never again after some days."""
    if _is_given_up(envelope, now):
        close(envelope, WorkState.FAILED, **changes)
    else:
        leases.put_off(envelope, now, for_good=False, earliest=earliest, **changes)


def _is_given_up(envelope: Envelope, now: datetime) -> bool:
    return now - envelope.created_at > GIVE_UP_AFTER

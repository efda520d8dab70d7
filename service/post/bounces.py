"""Mails that could not be delivered: refused for good when they were sent, or come back after that.

An account whose mail fails is only marked. It goes on getting its mails, so no report, true or forged, can silence it;
the mark goes as soon as its owner shows that mail arrives (`accounts.confirm`, and playing by a link).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from service.core.db import session, transaction
from service.core.keys import RowKey
from service.models import Account, Envelope, Game, Notice, WorkState
from service.post.notices import close
from service.post.tracking import status_in
from service.work import events

RETURNS_WITHIN = timedelta(days=7)
"""How long a mail may be under way before it comes back: servers try for four to five days (RFC 5321, 4.5.4.1)."""


def note_return(key: RowKey, *, status: str, recipient: str | None, now: datetime) -> bool:
    """Note that the mail of a notice came back for good; False, and nothing is noted, if that cannot be so.

    Only a mail that we have sent, or may have sent, comes back, within `RETURNS_WITHIN`, and once. If the report names
    another address, then ours has taken the mail and passed it on: the mail is marked, the account is not.
    """
    with transaction():
        envelope = _envelope_of(key)
        if envelope is None or not _can_come_back(envelope, now):
            return False
        envelope.bounced_at, envelope.last_reply = now, f"failed {status}"
        if recipient is None or recipient == envelope.recipient:
            _mark(envelope, now)
        _tell_tables(envelope, now, status)
        return True


def note_failure(envelope: Envelope, reply: str, now: datetime, *, permanent: bool) -> None:
    """Note that a claimed envelope is not tried any more, unless another worker has it by now.

    Its account is marked if the refusal was `permanent`; servers that were away for days may be our own.
    """
    with transaction():
        if close(envelope, WorkState.FAILED, offered_at=None, last_reply=reply):
            if permanent:
                _mark(envelope, now)
            _tell_tables(envelope, now, status_in(reply))


def _envelope_of(key: RowKey) -> Envelope | None:
    is_told_in_it = Notice.id == key.number, Notice.nonce == (key.nonce or None)
    found = select(Envelope).join(Notice, Notice.envelope_id == Envelope.id).where(*is_told_in_it)
    return session().scalar(found.with_for_update(of=Envelope).execution_options(populate_existing=True))


def _can_come_back(envelope: Envelope, now: datetime) -> bool:
    left_at = envelope.sent_at or envelope.offered_at
    return left_at is not None and envelope.bounced_at is None and now - left_at <= RETURNS_WITHIN


def _mark(envelope: Envelope, now: datetime) -> None:
    if envelope.account_id is not None:
        account = session().get_one(Account, envelope.account_id, populate_existing=True)
        account.unreachable_since = account.unreachable_since or now


def _tell_tables(envelope: Envelope, now: datetime, status: str | None) -> None:
    """Write into the event log of each game that the envelope is about that a seat could not be told.

    What has no version answers a mail of the player's own, and is nobody else's business.
    """
    about = select(Notice, Game).join(Game, Game.id == Notice.game_id).where(Notice.envelope_id == envelope.id)
    of_the_table = about.where(Notice.version.is_not(None)).order_by(Notice.id)
    for notice, game in session().execute(of_the_table):
        events.record("delivery.failed", game, now, mail=notice.kind, seat=notice.seat, status=status)

"""Mails that could not be delivered: refused for good when they were sent, or come back after that; or called spam.

An account whose address fails is marked (see `suppressions`). Only somebody who has the mail, or a server that
refused it, can cause that. The mark goes as soon as its owner shows that mail
arrives (`accounts.confirm`, and playing by a link).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import select

from rules.json_types import Json
from service.core.db import session, transaction
from service.core.keys import RowKey
from service.models import Envelope, Game, Notice, Suppressed, WorkState
from service.people.accounts import locked_account
from service.post.notices import close
from service.post.refusals import status_in
from service.post.suppressions import note_failed_mail, suppress
from service.post.taking import note_delivery
from service.work import events

RETURNS_WITHIN = timedelta(days=7)
"""How long a mail may be under way before it comes back: servers try for four to five days (RFC 5321, 4.5.4.1)."""
UNKNOWN_FAILURE = "5.0.0"


def note_return(key: RowKey, *, said: str, recipient: str | None, now: datetime) -> bool:
    """Note that the mail of a notice came back for good; False, and nothing is noted, if that cannot be so.

    `said` are the status (RFC 3463) and the words of whoever could not deliver it.
    Only a mail that we have sent, or may have sent, comes back, within `RETURNS_WITHIN`, and once. If the report names
    another address, then ours has taken the mail and passed it on: the mail is marked, the account is not.
    """
    with transaction():
        return _note_return(_envelope_of(key), said, recipient, now)


def _note_return(envelope: Envelope | None, said: str, recipient: str | None, now: datetime) -> bool:
    if envelope is None:
        return False
    left_at = envelope.sent_at or envelope.offered_at
    if left_at is None or envelope.bounced_at is not None or now - left_at > RETURNS_WITHIN:
        return False
    status = status_in(said)
    envelope.bounced_at, envelope.last_reply = now, f"failed {status}"
    if recipient is None or recipient == envelope.recipient:
        _mark(envelope, said, now)
    _tell_tables(envelope, now, status)
    return True


def note_complaint(message_id: str | None, key: RowKey | None, now: datetime) -> bool:
    """Note that the reader of a mail has called it spam; False if we know no mail of that Message-ID, or of that key.

    Both are long random numbers that stand in the mail alone: whoever names one has it, or was told by who has it.
    """
    with transaction():
        envelope = _envelope_of(key) if key else None
        if envelope is None and message_id is not None:
            envelope = _envelope_named(message_id)
        if envelope is None or envelope.account_id is None:
            return False
        suppress(locked_account(envelope.account_id), Suppressed.COMPLAINT, now)
        return True


def note_failure(envelope: Envelope, reply: str, now: datetime, *, permanent: bool) -> None:
    """Note that a claimed envelope is not tried any more, unless another worker has it by now.

    Only a `permanent` refusal can mark its account; servers that were away for days may be our own.
    """
    with transaction():
        if close(envelope, WorkState.FAILED, offered_at=None, last_reply=reply):
            if permanent:
                _mark(envelope, reply, now)
            _tell_tables(envelope, now, status_in(reply))


def note_news(mark: str, news: Mapping[str, Json], now: datetime) -> bool:
    """Note what an event of the provider says of a mail of ours; False if it says nothing that counts, or did before.

    The form is that of Mailgun's webhooks. Nothing that a mail bears has to prove it: the request, which `mark` names,
    is signed. A failure that is only `temporary` is tried again by the provider.
    """
    message_id = _text(news, "message", "headers", "message-id")
    with transaction():
        if not message_id or not note_delivery(mark, now):
            return False
        named = f"<{message_id.strip('<>')}>"
        match news.get("event"), news.get("severity"):
            case "complained", _:
                return note_complaint(named, None, now)
            case "failed", "permanent":
                words = [_text(news, "delivery-status", name) for name in ("enhanced-code", "message", "description")]
                said = " ".join(words)
                said = said if status_in(said) else f"{UNKNOWN_FAILURE} {said}"
                return _note_return(_envelope_named(named), said, _text(news, "recipient").lower(), now)
    return False


def _text(news: Json | Mapping[str, Json], *path: str) -> str:
    """The text at that place; empty if there is none."""
    for name in path:
        news = news.get(name) if isinstance(news, Mapping) else None
    return news if isinstance(news, str) else ""


def _envelope_of(key: RowKey) -> Envelope | None:
    is_told_in_it = Notice.id == key.number, Notice.nonce == key.nonce
    found = select(Envelope).join(Notice, Notice.envelope_id == Envelope.id).where(*is_told_in_it)
    return session().scalar(found.with_for_update(of=Envelope).execution_options(populate_existing=True))


def _envelope_named(message_id: str) -> Envelope | None:
    found = select(Envelope).where(Envelope.message_id == message_id)
    return session().scalar(found.with_for_update().execution_options(populate_existing=True))


def _mark(envelope: Envelope, said: str, now: datetime) -> None:
    if envelope.account_id is not None:
        note_failed_mail(locked_account(envelope.account_id), said, left_at=envelope.sent_at or now, now=now)


def _tell_tables(envelope: Envelope, now: datetime, status: str | None) -> None:
    """Write into the event log of each game that the envelope is about that a seat could not be told.

    What has no version answers a mail of the player's own, and is nobody else's business.
    """
    about = select(Notice, Game).join(Game, Game.id == Notice.game_id).where(Notice.envelope_id == envelope.id)
    of_the_table = about.where(Notice.version.is_not(None)).order_by(Notice.id)
    for notice, game in session().execute(of_the_table):
        events.record("delivery.failed", game, now, mail=notice.kind, seat=notice.seat, status=status)

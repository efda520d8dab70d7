"""Bounces and complaints: emails refused permanently, returned later, or reported as spam.

The account of a failing address is marked (see `suppressions`). Only a recipient of the email, or a server that refused
it, can cause that. The mark is removed when its owner shows that email arrives (`accounts.confirm`, and playing by a
link).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import select

from rules.json_types import Json
from service.accounts.accounts import locked_account
from service.db.engines import session, transaction
from service.jobs import events
from service.models import Envelope, Game, Notice, Suppressed, WorkState
from service.notifications.links import without_proof
from service.notifications.notices import close
from service.notifications.refusals import status_in
from service.notifications.suppressions import note_failed_mail, suppress
from service.notifications.taking import note_delivery
from service.security.keys import RowKey

RETURNS_WITHIN = timedelta(days=7)
"""How long a bounce may take: servers retry for four to five days (RFC 5321, 4.5.4.1)."""
UNKNOWN_FAILURE = "5.0.0"


def note_return(key: RowKey, *, said: str, recipient: str | None, now: datetime) -> bool:
    """Record a permanent bounce of a notice's email; False, without a change, if it is not plausible.

    `said` is the status (RFC 3463) and text of the reporting server. Only an email that was sent, or may have been, can
    bounce, within `RETURNS_WITHIN`, and once. If the report names another address, ours has accepted the email and
    forwarded it: the email is marked, the account is not.
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
    """Record a spam complaint; False if no email has that Message-ID or key.

    Both are long random numbers that only the email contains, so the complaint comes from a recipient.
    """
    with transaction():
        envelope = _envelope_of(key) if key else None
        if envelope is None and message_id is not None:
            envelope = _envelope_named(message_id)
        if envelope is None or envelope.account_id is None:
            return False
        account = locked_account(envelope.account_id)
        if account.email == envelope.recipient:
            suppress(account, Suppressed.COMPLAINT, now)
        return True


def note_failure(envelope: Envelope, reply: str, now: datetime, *, permanent: bool) -> None:
    """Record that a claimed envelope has failed for good, unless another worker holds it by now.

    Only a `permanent` refusal can mark its account; a long outage may be our own.
    """
    with transaction():
        if close(envelope, WorkState.FAILED, due_at=now, offered_at=None, last_reply=reply):
            if permanent:
                _mark(envelope, reply, now)
            _tell_tables(envelope, now, status_in(reply))


def note_news(mark: str, news: Mapping[str, Json], now: datetime) -> bool:
    """Record a delivery event of the email provider; False if it is irrelevant or a repetition.

    The format is that of Mailgun's webhooks. The request, identified by `mark`, is signed, so the email itself proves
    nothing. A failure that is only `temporary` is retried by the provider.
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
    """Return the text at a path; empty if there is none."""
    for name in path:
        news = news.get(name) if isinstance(news, Mapping) else None
    return news if isinstance(news, str) else ""


def _envelope_of(key: RowKey) -> Envelope | None:
    is_told_in_it = Notice.id == key.number, Notice.nonce == key.nonce
    found = select(Envelope).join(Notice, Notice.envelope_id == Envelope.id).where(*is_told_in_it)
    return session().scalar(found.with_for_update(of=Envelope).execution_options(populate_existing=True))


def _envelope_named(message_id: str) -> Envelope | None:
    found = select(Envelope).where(Envelope.message_id == without_proof(message_id))
    return session().scalar(found.with_for_update().execution_options(populate_existing=True))


def _mark(envelope: Envelope, said: str, now: datetime) -> None:
    account = locked_account(envelope.account_id) if envelope.account_id is not None else None
    if account is not None and account.email == envelope.recipient:  # and no earlier address, or one to be confirmed
        note_failed_mail(account, said, left_at=envelope.sent_at or now, now=now)


def _tell_tables(envelope: Envelope, now: datetime, status: str | None) -> None:
    """Record in the event log of each game of the envelope that a seat could not be notified.

    A notice without a version is a reply to the player's own email, and no concern of others.
    """
    about = select(Notice, Game).join(Game, Game.id == Notice.game_id).where(Notice.envelope_id == envelope.id)
    of_the_table = about.where(Notice.version.is_not(None)).order_by(Notice.id)
    for notice, game in session().execute(of_the_table):
        events.record("delivery.failed", game, now, mail=notice.kind, seat=notice.seat, status=status)

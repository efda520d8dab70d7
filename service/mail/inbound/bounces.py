"""Machine reports on our emails: bounces, spam complaints (RFC 5965) and one-click unsubscribe by email.

A bounce counts only at the envelope sender of the bounced email. Unsubscribe counts only at the address in its
List-Unsubscribe header, the email form of the one-click link. Only that one email contains these addresses.
"""

from __future__ import annotations

from datetime import datetime

from service.config.settings import settings
from service.db.engines import session
from service.mail.inbound.letter import Letter
from service.mail.reading import Bounce, Complaint, Own, Reading
from service.models import Notice, Outcome
from service.notifications import bounces
from service.notifications.links import read_bounce
from service.notifications.preferences import stop_mail
from service.security.keys import RowKey


def note_complaint(said: Complaint, now: datetime) -> bool:
    """Record a spam complaint about one of our emails, whichever address receives it; False if it is unknown."""
    local_part, _, domain = (said.mail_from or "").rpartition("@")
    key = read_bounce(local_part) if domain == settings().mail_domain.lower() else None
    return bounces.note_complaint(said.original_message_id, key, now)


def note_bounce(key: RowKey, reading: Reading, now: datetime) -> Outcome:
    """Record a permanent delivery failure, if the report can be true."""
    if not isinstance(reading, Bounce):
        return Outcome.IGNORED
    if reading.action != "failed":
        return Outcome.BOUNCE
    said = f"{reading.status} {reading.said}"
    noted = bounces.note_return(key, said=said, recipient=reading.recipient, now=now)
    return Outcome.BOUNCE if noted else Outcome.IGNORED


def stop_mails(key: RowKey, letter: Letter) -> Outcome:
    """Unsubscribe from this kind of email, for any sender and any text; the address is in that email alone.

    Email programs send this request by themselves, so automatic email counts too. Bounces, complaints and our own
    emails do not: the reader did not send them. Nobody gets an answer, since the reader wants no email.
    """
    if isinstance(letter.reading, Bounce | Complaint | Own):
        return Outcome.IGNORED
    notice = session().get(Notice, key.number)
    if notice is None or notice.nonce != key.nonce or notice.account_id is None:
        return Outcome.IGNORED
    stop_mail(notice.account_id, notice.kind)
    return Outcome.DONE

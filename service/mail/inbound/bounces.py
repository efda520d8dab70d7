"""What machines tell of mails of ours: one came back, somebody calls it spam, or wants no more like it.

Only the address that a mail was sent from can say that it came back, and only the box that it names can stop its kind
(the twin of the one click by the web); both are in that mail alone.
"""

from __future__ import annotations

from datetime import datetime

from service.core.db import session
from service.core.settings import settings
from service.mail.inbound.letter import Letter
from service.mail.reading import Bounce, Complaint, Own, Reading
from service.models import Notice, Outcome
from service.post import bounces
from service.post.boxes import Returned, Stopping
from service.post.links import read_bounce
from service.post.preferences import stop_mail


def note_complaint(said: Complaint, now: datetime) -> bool:
    """Note that somebody has called a mail of ours spam, wherever we are told; False if we know no such mail."""
    local_part, _, domain = (said.mail_from or "").rpartition("@")
    key = read_bounce(local_part) if domain == settings().mail_domain.lower() else None
    return bounces.note_complaint(said.original_message_id, key, now)


def note_bounce(box: Returned, reading: Reading, now: datetime) -> Outcome:
    """Note that the mail came back, if that is for good and can be so."""
    if not isinstance(reading, Bounce):
        return Outcome.IGNORED
    if reading.action != "failed":
        return Outcome.BOUNCE
    said = f"{reading.status} {reading.said}"
    noted = bounces.note_return(box.key, said=said, recipient=reading.recipient, now=now)
    return Outcome.BOUNCE if noted else Outcome.IGNORED


def stop_mails(box: Stopping, letter: Letter) -> Outcome:
    """Stop the kind of mail, whoever writes and whatever they write; the box is in that mail alone.

    Programs send this by themselves, so what is marked as automatic counts as well. What comes back from elsewhere
    does not: it was not sent by whoever has the mail. Nobody is answered, who wants no mails.
    """
    if isinstance(letter.reading, Bounce | Complaint | Own):
        return Outcome.IGNORED
    notice = session().get(Notice, box.key.number)
    if notice is None or notice.nonce != box.key.nonce or notice.account_id is None:
        return Outcome.IGNORED
    stop_mail(notice.account_id, notice.kind)
    return Outcome.DONE

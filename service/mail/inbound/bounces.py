"""Mails of ours that came back. Only the address that a mail was sent from can say so, and it is in that mail alone."""

from __future__ import annotations

from datetime import datetime

from service.core.settings import settings
from service.mail.reading import Bounce, Complaint, Reading
from service.models import Outcome
from service.post import bounces
from service.post.boxes import Returned
from service.post.links import read_bounce


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

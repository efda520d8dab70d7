"""Mails of ours that came back. Only the address that a mail was sent from can say so, and it is in that mail alone."""

from __future__ import annotations

from datetime import datetime

from service.mail.reading import Bounce, Reading
from service.models import Outcome
from service.post.bounces import note_return
from service.post.boxes import Returned


def note_bounce(box: Returned, reading: Reading, now: datetime) -> Outcome:
    """Note that the mail came back, if that is for good and can be so."""
    if not isinstance(reading, Bounce):
        return Outcome.IGNORED
    if not reading.is_hard:
        return Outcome.BOUNCE
    noted = note_return(box.key, status=reading.status, recipient=reading.recipient, now=now)
    return Outcome.BOUNCE if noted else Outcome.IGNORED

"""Mails of ours that came back. Only the address that a mail was sent from can say so, and it is in that mail alone."""

from __future__ import annotations

from datetime import datetime

from service.actions.returns import note_return
from service.boxes import Returned
from service.mail.reading import Bounce, Reading
from service.models import Outcome


def take_up(box: Returned, reading: Reading, now: datetime) -> Outcome:
    """Note that the mail came back, if that is for good."""
    if not isinstance(reading, Bounce):
        return Outcome.IGNORED
    if reading.is_hard:
        note_return(box.notice_id, f"{reading.action} {reading.status}", now)
    return Outcome.BOUNCE

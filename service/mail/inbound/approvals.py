"""Answers to the question whose mail it was: the word yes lets it be read."""

from __future__ import annotations

from datetime import datetime

from service.actions.accounts import account_numbered, confirm
from service.actions.inbound import approve, held_mail
from service.boxes import Approval
from service.mail.inbound.consent import Consent, consent
from service.mail.inbound.letter import Letter
from service.models import Outcome


def take_up(box: Approval, letter: Letter, now: datetime) -> Outcome:
    """Let the held mail be read, if its owner says yes; whatever else they say leaves it where it is."""
    account = account_numbered(held_mail(box.mail_id).account_id or 0)
    if letter.writer != account.email:
        return Outcome.IGNORED
    confirm(account, now)
    if consent(letter.reading) == Consent.YES:
        approve(box.mail_id, now)
        return Outcome.DONE
    return Outcome.IGNORED

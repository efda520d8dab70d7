"""Answers to the mail that brings a code: nothing can be done there, and whoever got one is told so."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from service.mail.inbound.letter import Letter
from service.mail.inbound.vain import A_DAY, answer_in_vain
from service.mail.inbound.writing import answer_at_desk
from service.models import InboundMail, Outcome
from service.post.notices import reader_since


def answer_sign_in(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    """Say what the mail is for. Whoever got none is not answered: senders can be forged."""
    account = reader_since("sign-in", letter.writer, now - A_DAY)
    if account is None:
        return Outcome.IGNORED
    return answer_in_vain(mail, account, letter, partial(answer_at_desk, account, letter, now, topic="signs-in-only"))

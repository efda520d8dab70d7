"""Answers to mails about several games or invitations: no move can be read there, but words for all games can."""

from __future__ import annotations

from datetime import datetime

from service.actions.accounts import account_numbered, confirm
from service.actions.delivery import INVITATIONS
from service.actions.inbound import hold
from service.boxes import Several
from service.db import session
from service.mail.commands import Request, Word, understand
from service.mail.inbound.letter import Letter
from service.mail.inbound.pauses import pause_or_resume
from service.mail.inbound.writing import answer_at_desk, wrote
from service.mail.reading import Answer
from service.models import InboundMail, Notice, Outcome


def take_up(mail: InboundMail, box: Several, letter: Letter, now: datetime) -> Outcome:
    """Pause or resume for whoever got the round-up, or ask which game they mean; others have to be confirmed."""
    round_up = session().get(Notice, box.notice_id)
    if round_up is None or round_up.account_id is None:
        return Outcome.IGNORED
    account = account_numbered(round_up.account_id)
    if letter.writer != account.email and mail.approved_at is None:
        return hold(mail, account, "sender", wrote(letter), now)
    confirm(account, now)
    match understand(letter.reading.text) if isinstance(letter.reading, Answer) else None:
        case Request(Word.PAUSE | Word.RESUME) as request:
            return answer_at_desk(account, letter, now, **pause_or_resume(request, account, now))
        case Request(Word.HELP):
            return answer_at_desk(account, letter, now, topic="help")
    topic = "several-invitations" if round_up.kind == INVITATIONS else "several"
    return answer_at_desk(account, letter, now, topic=topic)

"""Answers to the question whose mail it was: the word yes lets it be read."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from service.mail import unclear
from service.mail.commands import Consent
from service.mail.doors import AtQuestion
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.owners import note_owner
from service.mail.inbound.vain import answer_in_vain
from service.mail.inbound.writing import answer_at_desk
from service.mail.wishes import Doubtful, One
from service.models import InboundMail, Outcome
from service.people.accounts import account_numbered
from service.post.boxes import Approval, asked, local_part_of
from service.post.questions import approve, held_mail


def release_mail(mail: InboundMail, box: Approval, letter: Letter, now: datetime) -> Outcome:
    """Let the held mail be read, if its owner says yes and no more; whatever else they say leaves it where it is.

    Whoever says something else is told what can be said.
    """
    account = account_numbered(held_mail(box.key).account_id or 0)
    if letter.writer != account.email:
        return Outcome.IGNORED
    note_owner(account, letter, now)
    meaning = meaning_of(mail, letter, AtQuestion())
    match meaning:
        case One(Consent.YES):
            approve(box.key, now)
            return Outcome.DONE
        case Doubtful(wishes):
            told = unclear.about([wish.text for wish in wishes]) | {
                "wrote": wrote(meaning),
                "box": asked(local_part_of(mail.recipient)),
            }
            return answer_in_vain(mail, account, letter, partial(answer_at_desk, account, letter, now, **told))
        case One(Consent.NO | Consent.NEVER):
            return answer_at_desk(account, letter, now, topic="not-mine", wrote=wrote(meaning))
    told = {"topic": "yours-or-not", "wrote": wrote(meaning), "box": local_part_of(mail.recipient)}
    return answer_in_vain(mail, account, letter, partial(answer_at_desk, account, letter, now, **told))

"""Answers to mails about several games or invitations: no move can be read there, but words for all games can."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from service.core.db import session
from service.mail import unclear
from service.mail.commands import Command, Move, Request, Word, command_misused
from service.mail.doors import AtRoundUp
from service.mail.inbound.desk import do_errand
from service.mail.inbound.letter import Letter
from service.mail.inbound.meaning import meaning_of, wrote
from service.mail.inbound.owners import note_owner
from service.mail.inbound.pauses import pause_or_resume
from service.mail.inbound.personal import Told, personal_answer
from service.mail.inbound.vacations import take_by_mail
from service.mail.inbound.writing import answer_at_desk, hold_mail
from service.mail.personal import Lookup, Setting
from service.mail.usage import KNOWN_FOR_ALL_GAMES
from service.mail.vacation_dates import Away
from service.mail.wishes import Doubtful, One, Talk
from service.models import Account, InboundMail, Notice, Outcome
from service.people.accounts import account_numbered
from service.post.boxes import Several, asked, local_part_of
from service.post.invitation_mails import INVITATIONS


def answer_round_up(mail: InboundMail, box: Several, letter: Letter, now: datetime) -> Outcome:
    """Pause or resume for whoever got the round-up, or ask which game they mean; others have to be confirmed.

    Once it is forgotten nobody knows who that was, so the answer is taken for a mail to the general address.
    """
    round_up = session().get(Notice, box.key.number)
    if round_up is None or round_up.account_id is None or round_up.nonce != box.key.nonce:
        return do_errand(mail, letter, now)
    return _answer(mail, round_up, account_numbered(round_up.account_id), letter, now)


def _answer(mail: InboundMail, round_up: Notice, account: Account, letter: Letter, now: datetime) -> Outcome:
    meaning = meaning_of(mail, letter, AtRoundUp())
    if letter.writer != account.email and mail.approved_at is None:
        return hold_mail(mail, account, letter, "sender", wrote(meaning), now)
    note_owner(account, letter, now)
    tell = partial(answer_at_desk, account, letter, now, wrote=wrote(meaning))
    match meaning:
        case One(wish) if (granted := _granted(wish, account, now)) is not None:
            topic, told = granted
        case Doubtful(wishes) if not all(isinstance(wish, Move) for wish in wishes):
            return tell(**unclear.about([wish.text for wish in wishes]), box=asked(local_part_of(mail.recipient)))
        case Talk(text) if (command := command_misused(text)) in KNOWN_FOR_ALL_GAMES:
            topic, told = "misused", {"command": command}
        case _:
            topic, told = "several-invitations" if round_up.kind == INVITATIONS else "several", {}
    return tell(topic=topic, **told)


def _granted(wish: Command, account: Account, now: datetime) -> Told | None:
    """Do what is for no game; None of all others."""
    match wish:
        case Request(Word.PAUSE | Word.RESUME):
            return pause_or_resume(wish, account, now)
        case Away():
            return take_by_mail(wish, account, now)
        case Setting() | Lookup():
            return personal_answer(wish, account, now)
        case Request(Word.HELP):
            return "help", {}
    return None

"""Dispatch of inbound emails: each one is handled and answered in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from service.language.catalogue import known
from service.mail.commands import language_of
from service.mail.inbound import bounces, general_mailbox, invitations, questions, talk, turns
from service.mail.inbound.answering import hold_mail
from service.mail.inbound.letter import Garbled, Letter, as_delivered, read_back, written_short
from service.mail.intents import bare
from service.mail.reading import Automatic, Bounce, Complaint, Own, Reply
from service.models import InboundMail, Outcome
from service.notifications.answers import NoRoom
from service.notifications.boxes import Box, box_named, is_ours
from service.notifications.inbound import MOST_LEFT, do_once
from service.security.addresses import NULL_SENDER, Named
from service.security.encryption import decrypt
from service.security.keys import Purpose, RowKey, RowPurpose, SeatLink


def opened(mail: InboundMail, read: Callable[[bytes], Letter]) -> Letter:
    """Parse the claimed email with `read`, or load the parsed form if its owner confirmed it."""
    raw = decrypt(mail.said)
    if mail.approved_at is not None:
        with suppress(Garbled):
            return read_back(raw)
    return read(as_delivered(raw, mail.sender))


def process(mail: InboundMail, letter: Letter, now: datetime) -> None:
    """Handle a claimed email and record the outcome; sends at most one email."""
    is_open_to_all = isinstance(box_named(mail.recipient), Named)
    is_forgeable = is_open_to_all and letter.vouched_by is None and mail.approved_at is None
    said = replace(_as_spoken(letter), is_forgeable=is_forgeable)

    def act() -> Outcome:
        try:
            return _outcome(mail, said, now)
        except NoRoom as full:
            return hold_mail(mail, full.account, said, "many", full.wrote, now)

    do_once(mail, act, lambda: written_short(letter, MOST_LEFT))


def _as_spoken(letter: Letter) -> Letter:
    """Set the language to that of the first command that reveals one we support; else keep the declared language.

    Content-Language is the language of the email program; `aiuto` shows which one its owner writes.
    """
    lines = letter.reading.lines if isinstance(letter.reading, Reply) else ()
    found = next(filter(None, (language_of(bare(line)) for line in lines)), None)
    return replace(letter, language=found) if known(found) else letter


def _outcome(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    box = box_named(mail.recipient)
    if isinstance(letter.reading, Complaint) and bounces.note_complaint(letter.reading, now):
        return Outcome.COMPLAINT
    match box:
        case Named.POSTMASTER | Named.ABUSE:
            return Outcome.KEPT
        case RowKey(RowPurpose.BOUNCE):
            return bounces.note_bounce(box, letter.reading, now)
        case RowKey(RowPurpose.UNSUBSCRIBE):
            return bounces.stop_mails(box, letter)
    if box in (None, Named.BOUNCES) or _is_from_a_machine(mail, letter):
        return Outcome.IGNORED
    return _of_a_person(box, mail, letter, now)


def _of_a_person(box: Box | None, mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    match box:
        case SeatLink():
            return _about_a_seat(box, mail, letter, now)
        case RowKey(RowPurpose.APPROVAL):
            return questions.release_mail(mail, box, letter, now)
        case RowKey(RowPurpose.QUESTION):
            return questions.answer_question(mail, box, letter, now)
        case Named.SIGN_IN:
            return general_mailbox.answer_sign_in(mail, letter, now)
        case RowKey(RowPurpose.ORDER | RowPurpose.ROUND_UP):
            return general_mailbox.answer_ours(mail, box, letter, now)
    return general_mailbox.do_errand(mail, letter, now)


def _about_a_seat(link: SeatLink, mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    match link.purpose:
        case Purpose.TURN:
            return turns.play_turn(mail, link, letter, now)
        case Purpose.TALK | Purpose.ASIDE | Purpose.PROPOSAL | Purpose.CLOCKS:
            return talk.pass_on(mail, link, letter, now)
        case Purpose.SUBSTITUTE:
            return invitations.answer_offer(mail, link, letter, now)
        case Purpose.INVITATION:
            return invitations.answer_invitation(mail, link, letter, now)


def _is_from_a_machine(mail: InboundMail, letter: Letter) -> bool:
    """Check for a sender that reads no answer: automatic, null (RFC 3834, 2) or one of our own addresses."""
    is_said_so = isinstance(letter.reading, Automatic | Bounce | Complaint | Own)
    return mail.sender == NULL_SENDER or is_said_so or is_ours(letter.writer or "")

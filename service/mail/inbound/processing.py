"""Taking up letters: each is done and answered in one transaction, or not at all."""

from __future__ import annotations

from datetime import datetime

from service.core.addresses import Named
from service.core.keys import Purpose, SeatLink
from service.mail.inbound import approvals, bounces, desk, invitations, round_ups, turns
from service.mail.inbound.letter import Letter
from service.mail.reading import Automatic, Bounce, Own
from service.models import InboundMail, Outcome
from service.post.boxes import Approval, Box, Returned, Several, box_named
from service.post.inbound import do_once


def process(mail: InboundMail, letter: Letter, now: datetime) -> None:
    """Do what a claimed mail asks for and note what came of it; at most one mail is sent for it."""
    do_once(mail, lambda: _outcome(mail, letter, now))


def _outcome(mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    box = box_named(mail.recipient)
    if box in (Named.POSTMASTER, Named.ABUSE):
        return Outcome.KEPT
    if isinstance(box, Returned):
        return bounces.note_bounce(box, letter.reading, now)
    if box in (None, Named.BOUNCES) or _is_from_a_machine(mail, letter):
        return Outcome.IGNORED
    return _of_a_person(box, mail, letter, now)


def _of_a_person(box: Box | None, mail: InboundMail, letter: Letter, now: datetime) -> Outcome:
    match box:
        case SeatLink(purpose=Purpose.TURN):
            return turns.play_turn(mail, box, letter, now)
        case SeatLink():
            return invitations.answer_invitation(mail, box, letter, now)
        case Approval():
            return approvals.release_mail(mail, box, letter, now)
        case Several():
            return round_ups.answer_round_up(mail, box, letter, now)
    return desk.do_errand(mail, letter, now)


def _is_from_a_machine(mail: InboundMail, letter: Letter) -> bool:
    """Whether nobody is there to read an answer. A null sender is a machine's (RFC 3834, 2)."""
    return not mail.sender or isinstance(letter.reading, Automatic | Bounce | Own)

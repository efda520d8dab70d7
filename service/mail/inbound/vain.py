"""Mails that nothing can be done for: answered with the reason, but not for ever. It may be a machine that writes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from service.actions.inbound import answered_alike
from service.boxes import box_at
from service.keys import SeatLink
from service.mail.inbound.letter import Letter
from service.mail.reading import Answer
from service.models import InboundMail, Outcome

ENOUGH = 2
"""Answers to mails that are alike. With the mail that began it, a machine that looks like a person gets three."""
PROSE = 20
"""Letters. A line that has as many in words without a digit is no attempt at a move: the longest moves have 16."""


def answer_in_vain(mail: InboundMail, letter: Letter, now: datetime, answer: Callable[..., Outcome]) -> Outcome:
    """Call `answer` with whether it is the `last` one; or do nothing, if enough mails like it were answered."""
    before = answered_alike(mail, likeness(mail, letter), now)
    return answer(last=before == ENOUGH - 1) if before < ENOUGH else Outcome.IGNORED


def likeness(mail: InboundMail, letter: Letter) -> str:
    """What mails have in common that are alike: who writes, what about, and the line, or that it is prose or nothing.

    A machine may find other words each time. A person who tries one short line after the other is told about each.
    """
    line = letter.reading.text.lower() if isinstance(letter.reading, Answer) else ""
    return "\n".join([letter.writer or "", _about(mail), "" if _is_prose(line) else line])


def _about(mail: InboundMail) -> str:
    """The seat that a mail is about, whatever the turn; else the box that it came to."""
    box = box_at(mail.recipient)
    return f"{box.purpose} {box.game_id} {box.seat}" if isinstance(box, SeatLink) else mail.recipient


def _is_prose(line: str) -> bool:
    return sum(len(word) for word in line.split() if not any(map(str.isdigit, word))) >= PROSE

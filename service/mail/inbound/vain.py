"""Mails that nothing can be done for: answered with the reason, but not for ever. It may be a machine that writes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from service.core.keys import SeatLink
from service.mail.inbound.letter import Letter
from service.models import InboundMail, Outcome
from service.post.boxes import Box, box_named
from service.post.inbound import alike

AT_ONCE = timedelta(minutes=1)
"""A machine has answered twice within that time; a person has to read what we wrote, and to write, both times."""
ENOUGH_AT_ONCE = 2
"""Answers to mails that are alike. With the mail that began it, a machine that looks like a person gets three."""
A_DAY = timedelta(days=1)
ENOUGH_A_DAY = 6
"""The same for machines that take their time, such as those that look for mail every quarter of an hour."""
PROSE = 20
"""Letters. A line that has as many in words without a digit, and cannot be read as a move, is no slip of the pen."""


def answer_once(mail: InboundMail, letter: Letter, answer: Callable[[], Outcome]) -> Outcome:
    """Call `answer`, unless a mail like it was answered today: what is answered here was a question of ours already."""
    is_first = alike(mail, likeness(box_named(mail.recipient), letter, ""), A_DAY) == 0
    return answer() if is_first else Outcome.IGNORED


def answer_in_vain(mail: InboundMail, letter: Letter, answer: Callable[..., Outcome], line: str = "") -> Outcome:
    """Call `answer` with whether it is the `last` one for now; or do nothing, if enough mails like it were answered.

    `line` tells apart what may have been meant, where anything was.
    """
    likes = likeness(box_named(mail.recipient), letter, line)
    at_once, today = alike(mail, likes, AT_ONCE), alike(mail, likes, A_DAY)
    if at_once >= ENOUGH_AT_ONCE or today >= ENOUGH_A_DAY:
        return Outcome.IGNORED
    if today == ENOUGH_A_DAY - 1:
        return answer(last="today")
    return answer(last="at-once" if at_once == ENOUGH_AT_ONCE - 1 else "")


def likeness(box: Box | None, letter: Letter, line: str) -> str:
    """What mails have in common that are alike: who writes, about which seat if any, and what may have been meant."""
    about = f"{box.purpose} {box.game_id} {box.seat}" if isinstance(box, SeatLink) else ""
    return "\n".join([letter.writer or "", about, line.lower()])


def unless_prose(line: str) -> str:
    """The line, or nothing if it is prose: all of that is alike, for a machine may find other words each time."""
    letters = sum(len(word) for word in line.split() if not any(map(str.isdigit, word)))
    return "" if letters >= PROSE else line

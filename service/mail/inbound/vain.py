"""Mails that nothing can be done for: answered with the reason, but not for ever. It may be a machine that writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from service.core.keys import SeatLink
from service.mail.inbound.letter import Letter
from service.models import Account, InboundMail, Outcome
from service.post.answers import SILENT_UNTIL
from service.post.boxes import Box, box_named
from service.post.inbound import alike

A_DAY = timedelta(days=1)
Bounds = Sequence[tuple[timedelta, int]]
"""How many mails that are alike are answered within how long."""
OF_KNOWN: Bounds = (timedelta(hours=1), 5), (A_DAY, 8)
"""More than somebody writes who reads each answer; the day is for machines that look for mail now and then."""
OF_STRANGERS: Bounds = ((A_DAY, 2),)
"""Who has never confirmed an address may not be the one who writes: the answers are a burden to somebody else."""
PROSE = 20
"""Letters. A line that has as many in words without a digit, and cannot be read as a move, is no slip of the pen."""


def answer_in_vain(
    mail: InboundMail, account: Account, letter: Letter, answer: Callable[..., Outcome], line: str = ""
) -> Outcome:
    """Call `answer`; with the time until which it is the last one, if it is. Or do nothing until that time.

    `line` tells apart what may have been meant, where anything was.
    """
    likes = likeness(box_named(mail.recipient), letter, line)
    silent: list[datetime] = []
    for within, enough in OF_STRANGERS if account.verified_at is None else OF_KNOWN:
        before = alike(mail, likes, within)
        if len(before) >= enough:
            return Outcome.IGNORED
        if len(before) == enough - 1:
            silent.append(min([*before, mail.received_at]) + within)
    return answer(**({SILENT_UNTIL: max(silent).isoformat()} if silent else {}))


def likeness(box: Box | None, letter: Letter, line: str) -> str:
    """What mails that are alike have in common: who writes, and can be forged; which seat; what may have been meant."""
    about = f"{box.purpose} {box.game_id} {box.seat}" if isinstance(box, SeatLink) else ""
    return "\n".join([letter.writer or "", about, line.lower(), "anybody" if letter.is_forgeable else ""])


def unless_prose(line: str) -> str:
    """The line, or nothing if it is prose: all of that is alike, for a machine may find other words each time."""
    letters = sum(len(word) for word in line.split() if not any(map(str.isdigit, word)))
    return "" if letters >= PROSE else line

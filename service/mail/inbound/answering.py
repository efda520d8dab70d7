"""Answers to mails, written as notices, and questions whose mail it is.

Mails that nothing can be done for are answered with the reason, but not for ever: it may be a machine that writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from rules import Seat
from rules.json_types import Json
from service.core.keys import SeatLink
from service.core.language import known
from service.mail.headers import ANSWERED
from service.mail.inbound.letter import Letter
from service.models import Account, Game, InboundMail, Outcome
from service.people.accounts import confirm, note_language
from service.post.answers import SILENT_UNTIL, write_answer
from service.post.boxes import Box, box_named
from service.post.inbound import alike
from service.post.notices import LANGUAGE
from service.post.questions import Doubt, hold

MAX_MESSAGE_ID = 250
A_DAY = timedelta(days=1)
Bounds = Sequence[tuple[timedelta, int]]
"""How many mails that are alike are answered within how long."""
OF_KNOWN: Bounds = (timedelta(hours=1), 5), (A_DAY, 8)
"""More than somebody writes who reads each answer; the day is for machines that look for mail now and then."""
OF_STRANGERS: Bounds = ((A_DAY, 2),)
"""Who has never confirmed an address may not be the one who writes: the answers are a burden to somebody else."""
PROSE = 20
"""Letters. A line that has as many in words without a digit, and cannot be read as a move, is no slip of the pen."""


def answer_about(game: Game, seat: Seat, account: Account, letter: Letter, now: datetime, **told: Json) -> Outcome:
    """Answer a mail about a game; `told` is what the mail of the kind `answer` needs to know."""
    write_answer("answer", account, now, told | _of_the_letter(letter), game, seat, forgeable=letter.is_forgeable)
    return Outcome.ANSWERED


def answer_at_desk(account: Account, letter: Letter, now: datetime, **told: Json) -> Outcome:
    """Answer a mail to the general address; `told` is what the mail of the kind `desk` needs to know. NoRoom."""
    write_answer("desk", account, now, told | _of_the_letter(letter), forgeable=letter.is_forgeable)
    return Outcome.ANSWERED


def _of_the_letter(letter: Letter) -> dict[str, str | None]:
    """What the answer needs to know of it: its Message-ID, if every mail program can bear that, and its language."""
    name, language = letter.message_id or "", known(letter.language)
    is_borne = 0 < len(name) <= MAX_MESSAGE_ID and name.isascii() and name.isprintable()
    return {ANSWERED: name if is_borne else None} | ({LANGUAGE: language} if language else {})


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


def hold_mail(mail: InboundMail, account: Account, letter: Letter, why: str, wrote: str, now: datetime) -> Outcome:
    """Hold the mail until the owner of the account's address says that it is theirs; `why` we doubt that."""
    language = known(letter.language) if letter.writer == account.email else None
    return hold(mail, account, Doubt(why, wrote, language, letter.vouched_by, letter.is_forgeable), now)


def note_owner(account: Account, letter: Letter, now: datetime) -> None:
    """Note that the owner of the account's address has written the letter, in a language that it may name."""
    confirm(account, now)
    note_language(account, known(letter.language))

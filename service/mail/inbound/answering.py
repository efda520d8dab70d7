"""Answers to emails, stored as notices, and requests to confirm who wrote an email.

An email that we can do nothing for is answered with the reason. The number of these answers is limited, because the
writer may be a machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from rules import Seat
from rules.json_types import Json
from service.accounts.accounts import confirm, note_language
from service.accounts.addresses import is_from
from service.language.catalogue import known
from service.mail.headers import ANSWERED
from service.mail.inbound.letter import Letter
from service.models import Account, Game, InboundMail, Outcome
from service.notifications.answers import SILENT_UNTIL, write_answer
from service.notifications.boxes import Box, box_named
from service.notifications.inbound import alike
from service.notifications.notices import LANGUAGE
from service.notifications.questions import OTHER_SENDER, Doubt, hold
from service.security.keys import SeatLink

MAX_MESSAGE_ID = 250
A_DAY = timedelta(days=1)
Bounds = Sequence[tuple[timedelta, int]]
"""The most answers to similar emails in a time span, as pairs of span and number."""
OF_KNOWN: Bounds = (timedelta(hours=1), 5), (A_DAY, 8)
"""More emails than a person writes who reads each answer. The limit for a day stops machines that poll for email."""
OF_STRANGERS: Bounds = ((A_DAY, 2),)
"""For unconfirmed addresses: the writer may have forged the address, and its owner would receive the answers."""
PROSE = 20
"""Letters in words without a digit. An unreadable line with this many is prose and not a mistyped move."""


def answer_about(game: Game, seat: Seat, account: Account, letter: Letter, now: datetime, **told: Json) -> Outcome:
    """Answer an email about a game; `told` is the data of the notice of kind `answer`."""
    write_answer("answer", account, now, told | _of_the_letter(letter), game, seat, forgeable=letter.is_forgeable)
    return Outcome.ANSWERED


def answer_general(account: Account, letter: Letter, now: datetime, **told: Json) -> Outcome:
    """Answer an email to the general address; `told` is the data of its notice. Raises NoRoom."""
    write_answer("general-mailbox", account, now, told | _of_the_letter(letter), forgeable=letter.is_forgeable)
    return Outcome.ANSWERED


def _of_the_letter(letter: Letter) -> dict[str, str | None]:
    """Return the email's language, and its Message-ID if every email program accepts it, as notice data."""
    name, language = letter.message_id or "", known(letter.language)
    is_borne = 0 < len(name) <= MAX_MESSAGE_ID and name.isascii() and name.isprintable()
    return {ANSWERED: name if is_borne else None} | ({LANGUAGE: language} if language else {})


def answer_in_vain(
    mail: InboundMail, account: Account, letter: Letter, answer: Callable[..., Outcome], line: str = ""
) -> Outcome:
    """Call `answer` unless enough similar emails were answered; the last answer says until when we stay silent.

    `line` is what the writer may have meant, if anything; emails with different lines are not similar.
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
    """Return the key that similar emails share: writer, forgeable or not, seat, and the text meant."""
    about = f"{box.purpose} {box.game_id} {box.seat}" if isinstance(box, SeatLink) else ""
    return "\n".join([letter.writer or "", about, line.lower(), "anybody" if letter.is_forgeable else ""])


def unless_prose(line: str) -> str:
    """Return the line, or "" for prose: all prose counts as similar, because a machine may vary its words."""
    letters = sum(len(word) for word in line.split() if not any(map(str.isdigit, word)))
    return "" if letters >= PROSE else line


def hold_mail(mail: InboundMail, account: Account, letter: Letter, why: str, wrote: str, now: datetime) -> Outcome:
    """Hold the email until the owner of the account's address confirms it; `why` is the reason for the doubt.

    An email through a mailing list is ignored unless the list names the owner as its author.
    """
    if letter.list_author is not None and not is_from(account, letter.list_author):
        return Outcome.IGNORED
    language = known(letter.language) if is_from(account, letter.writer) else None
    writer = letter.writer if why == OTHER_SENDER else None
    return hold(mail, account, Doubt(why, wrote, language, letter.vouched_by, letter.is_forgeable, writer), now)


def note_owner(account: Account, letter: Letter, now: datetime) -> None:
    """Confirm the account of the email's writer, and save the language if the email names one."""
    confirm(account, now)
    note_language(account, known(letter.language))

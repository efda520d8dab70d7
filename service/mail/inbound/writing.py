"""Answers to mails, written as notices, and questions whose mail it is."""

from __future__ import annotations

from datetime import datetime

from rules import Seat
from rules.json_types import Json
from service.core.language import known
from service.mail.headers import ANSWERED
from service.mail.inbound.letter import Letter
from service.models import Account, Game, InboundMail, Outcome
from service.post.answers import write_answer
from service.post.notices import LANGUAGE
from service.post.questions import Doubt, hold

MAX_MESSAGE_ID = 250


def answer_about(
    game: Game,
    seat: Seat,
    account: Account,
    letter: Letter,
    now: datetime,
    **told: Json,
) -> Outcome:
    """Answer a mail about a game; `told` is what the mail of the kind `answer` needs to know."""
    write_answer("answer", account, now, told | _of_the_letter(letter), game, seat, forgeable=letter.is_forgeable)
    return Outcome.ANSWERED


def answer_at_desk(account: Account, letter: Letter, now: datetime, **told: Json) -> Outcome:
    """Answer a mail to the general address; `told` is what the mail of the kind `desk` needs to know. NoRoom."""
    write_answer("desk", account, now, told | _of_the_letter(letter), forgeable=letter.is_forgeable)
    return Outcome.ANSWERED


def hold_mail(mail: InboundMail, account: Account, letter: Letter, why: str, wrote: str, now: datetime) -> Outcome:
    """Hold the mail until the owner of the account's address says that it is theirs; `why` we doubt that."""
    language = known(letter.language) if letter.writer == account.email else None
    return hold(mail, account, Doubt(why, wrote, language, letter.vouched_by, letter.is_forgeable), now)


def _of_the_letter(letter: Letter) -> dict[str, str | None]:
    """What the answer needs to know of it."""
    language = known(letter.language)
    return {ANSWERED: _answered(letter)} | ({LANGUAGE: language} if language else {})


def _answered(letter: Letter) -> str | None:
    """The Message-ID that an answer names, if it is one that every mail program can bear."""
    name = letter.message_id
    return name if name and len(name) <= MAX_MESSAGE_ID and name.isascii() and name.isprintable() else None

"""What a letter comes to at the door that it was sent to."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from service.mail.inbound.letter import Letter
from service.mail.lines import excerpt
from service.mail.quoted import SentMail, own_lines
from service.mail.reading import Reading, Reply
from service.mail.statements import bare
from service.mail.talk import small_talk
from service.mail.wishes import Door, Meaning, Nothing, One, Written, meant
from service.models import InboundMail
from service.post.boxes import is_asked

W = TypeVar("W", bound=Written)


def meaning_of(mail: InboundMail, letter: Letter, door: Door[W], sent: SentMail | None = None) -> Meaning[W]:
    """What its own lines come to; nothing, if it has none that can be read. `sent` is the mail that it answers."""
    return read_as(letter.reading, door, sent, heeds_talk=not is_asked(mail.recipient))


def read_as(reading: Reading, door: Door[W], sent: SentMail | None, *, heeds_talk: bool = True) -> Meaning[W]:
    """What a mail comes to at a door. The talk beside a wish is what others may hear of it."""
    if not isinstance(reading, Reply):
        return Nothing()
    own = own_lines(reading, sent, lambda line: door.wish(line) is not None)
    meaning = meant(own.all, door, heeds_talk=heeds_talk)
    if not isinstance(meaning, One):
        return meaning
    return replace(meaning, talk=small_talk([line for line in own.said if bare(line) in meaning.talk]))


def wrote(meaning: Meaning[W]) -> str:
    """What somebody wrote, as far as an answer shows it: all that may be done, or the line that was looked at."""
    return excerpt(" / ".join(meaning.texts))

"""What a letter comes to at the door that it was sent to."""

from __future__ import annotations

from typing import TypeVar

from service.mail.headers import excerpt
from service.mail.inbound.letter import Letter
from service.mail.reading import Reply
from service.mail.wishes import Door, Meaning, Nothing, Written, meant
from service.models import InboundMail
from service.post.boxes import is_asked

W = TypeVar("W", bound=Written)


def meaning_of(mail: InboundMail, letter: Letter, door: Door[W]) -> Meaning[W]:
    """What its own lines come to; nothing, if it has none that can be read."""
    if not isinstance(letter.reading, Reply):
        return Nothing()
    return meant(letter.reading.lines, door, heeds_talk=not is_asked(mail.recipient))


def wrote(meaning: Meaning[W]) -> str:
    """What somebody wrote, as far as an answer shows it: all that may be done, or the line that was looked at."""
    return excerpt(" / ".join(meaning.texts))

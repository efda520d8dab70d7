"""An inbound mail as far as we read it. Pure: this is what runs in a process that may be killed."""

from __future__ import annotations

from dataclasses import dataclass

from service.core.addresses import NULL_SENDER, normalise
from service.core.errors import Invalid
from service.mail.reading import Reading, Unreadable, answered, content_language, message_id, read, sender


@dataclass(frozen=True)
class Letter:
    """What a mail says, the address that claims to have written it, and its Message-ID, where it has them.

    `language` is the tag of the language that it says to be written in, `answers` the Message-IDs of the mails that it
    says it answers, the nearest first. `vouched_by` is the organisation of the writer's address that has signed it (see
    `vouching`), `is_forgeable` says whether anybody can have written it in the writer's name.
    """

    reading: Reading
    writer: str | None = None
    message_id: str | None = None
    language: str | None = None
    answers: tuple[str, ...] = ()
    vouched_by: str | None = None
    is_forgeable: bool = False


def as_delivered(raw: bytes, sender: str) -> bytes:
    """A mail with what its envelope says of its sender, written as RFC 5321, 4.4 has it: that there is none."""
    return b"Return-Path: <>\r\n" + raw if sender == NULL_SENDER else raw


def open_letter(raw: bytes) -> Letter:
    """What stands in a mail."""
    return _under_its_header(read(raw), raw)


def unread_letter(raw: bytes) -> Letter:
    """Return a mail that could not be read, with its header alone to say whose it is."""
    return _under_its_header(Unreadable("too-hard"), raw)


def _under_its_header(reading: Reading, raw: bytes) -> Letter:
    return Letter(reading, _address(sender(raw)), message_id(raw), content_language(raw), answered(raw))


def _address(text: str | None) -> str | None:
    try:
        return normalise(text or "")
    except Invalid:
        return None

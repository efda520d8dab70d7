"""A parsed inbound email, and its JSON form for the process that acts on it.

Parsing is pure, because the parsing process may be killed. It reads hostile input and may be taken over by an
attacker. So its output is validated against a schema: plain data of a few kinds and lengths, which cannot name a class
of its own choice.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from marshmallow import Schema, ValidationError, post_load
from marshmallow.fields import Dict, List, String
from marshmallow.validate import Length, OneOf, Regexp

from service.language.errors import Invalid
from service.mail.reading import (
    Automatic,
    Bounce,
    Complaint,
    Empty,
    Own,
    Reading,
    Reply,
    Unreadable,
    answered,
    author_by_list,
    content_language,
    message_id,
    read,
    sender,
    sender_name,
)
from service.mail.reading.fields import MAX_ANSWERED, MAX_NAME, MAX_VALUE, TAG
from service.mail.reading.outcomes import ACTIONS, UNREADABLE
from service.mail.reading.own import MAX_BELOW, MAX_LINES, MAX_LINES_BELOW, MAX_OWN
from service.security.addresses import ADDRESS, DOMAIN, MAX_ADDRESS_LENGTH, NULL_SENDER, normalise

MAX_BYTES = 1 << 20
"""Of a serialised email; everything we read of a reply is shorter."""
_MAX_REASON = 100
_SAID_OF_IT = ("writer", "writer_name", "message_id", "language", "answers", "vouched_by", "list_author")
"""Fields beside `reading`."""
_ENCODABLE = Regexp(r"[^\ud800-\udfff]*\Z")
_SEEMLY = Regexp(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]+\Z")
_BLANK_OR_SEEMLY = Regexp(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z")


@dataclass(frozen=True)
class Letter:
    """A parsed email: its content, the address and name in its From header, and its Message-ID, if it has them.

    `language` is the tag of its Content-Language, `answers` the Message-IDs that it replies to, the nearest first.
    `list_author` is the author that a mailing list names; such an email has no writer, as anyone on the list may pass.
    `vouched_by` is the organisation of the writer's address whose DKIM signature is valid (see `vouching`).
    `is_forgeable` is True if anyone can have written the email in the writer's name.
    """

    reading: Reading
    writer: str | None = None
    message_id: str | None = None
    language: str | None = None
    answers: tuple[str, ...] = ()
    vouched_by: str | None = None
    list_author: str | None = None
    writer_name: str = ""
    is_forgeable: bool = False


def as_delivered(raw: bytes, sender: str) -> bytes:
    """Prepend an empty Return-Path for a null envelope sender (RFC 5321, 4.4)."""
    return b"Return-Path: <>\r\n" + raw if sender == NULL_SENDER else raw


def open_letter(raw: bytes) -> Letter:
    """Parse an email."""
    return _under_its_header(read(raw), raw)


def unread_letter(raw: bytes) -> Letter:
    """Return an email that could not be read, with its header alone to identify the writer."""
    return _under_its_header(Unreadable("too-hard"), raw)


def _under_its_header(reading: Reading, raw: bytes) -> Letter:
    writer, author = None, author_by_list(raw)
    with suppress(Invalid):
        writer = normalise(sender(raw) or "") if author is None else None
    said = message_id(raw), content_language(raw), answered(raw)
    return Letter(reading, writer, *said, list_author=author, writer_name=sender_name(raw))


class Garbled(Exception):
    """The bytes are no serialised email."""


def written(letter: Letter) -> bytes:
    """Serialise the email as JSON."""
    told = {"kind": type(letter.reading).__name__, "says": asdict(letter.reading)}
    whole = json.dumps(told | {name: getattr(letter, name) for name in _SAID_OF_IT}, ensure_ascii=False)
    return whole.encode(errors="replace")


def written_short(letter: Letter, most: int) -> bytes:
    """Serialise to at most `most` bytes: drop the last lines of a long reply, the quoted ones first."""
    while len(whole := written(letter)) > most:
        match letter.reading:
            case Reply(lines, quoted) if quoted:
                letter = replace(letter, reading=Reply(lines, quoted[: len(quoted) // 2]))
            case Reply(lines) if lines:
                letter = replace(letter, reading=Reply(lines[: len(lines) * 3 // 4]))
            case _:
                return written(replace(letter, message_id=None, answers=()))
    return whole


def read_back(raw: bytes) -> Letter:
    """Deserialise and validate an email; raises Garbled."""
    if len(raw) > MAX_BYTES:
        raise Garbled
    try:
        letter: dict[str, Any] = _LetterSchema().load(json.loads(raw.decode()))
        kind, schema = _KINDS[letter["kind"]]
        reading = kind(**schema().load(letter["says"]))
    except (ValueError, RecursionError, ValidationError):
        raise Garbled from None
    return Letter(reading, **{name: letter[name] for name in _SAID_OF_IT})


class _NothingSchema(Schema):
    """Schema of a reading without fields."""


class _ReplySchema(Schema):
    lines = List(String(validate=[Length(max=MAX_OWN), _SEEMLY]), required=True, validate=Length(max=MAX_LINES))
    below = List(
        String(validate=[Length(max=MAX_BELOW), _BLANK_OR_SEEMLY]),
        required=True,
        validate=Length(max=MAX_LINES_BELOW),
    )

    @post_load
    def _frozen(self, says: dict[str, Any], **_: object) -> dict[str, Any]:
        return {name: tuple(lines) for name, lines in says.items()}


class _AutomaticSchema(Schema):
    reason = String(required=True, validate=[Length(max=_MAX_REASON), _SEEMLY])


class _UnreadableSchema(Schema):
    reason = String(required=True, validate=OneOf(UNREADABLE))


class _BounceSchema(Schema):
    status = String(required=True, validate=Regexp(r"[245]\.\d{1,3}\.\d{1,3}\Z"))
    action = String(required=True, validate=OneOf(ACTIONS))
    original_message_id = String(required=True, allow_none=True, validate=[Length(max=MAX_VALUE), _ENCODABLE])
    recipient = String(required=True, allow_none=True, validate=[Length(max=MAX_VALUE), _SEEMLY])
    said = String(required=True, validate=[Length(max=MAX_VALUE), _ENCODABLE])


class _ComplaintSchema(Schema):
    original_message_id = String(required=True, allow_none=True, validate=[Length(max=MAX_VALUE), _ENCODABLE])
    mail_from = String(required=True, allow_none=True, validate=[Length(max=MAX_VALUE), _SEEMLY])


_KINDS: dict[str, tuple[type[Reading], type[Schema]]] = {
    kind.__name__: (kind, schema)
    for kind, schema in (
        (Reply, _ReplySchema),
        (Empty, _NothingSchema),
        (Automatic, _AutomaticSchema),
        (Bounce, _BounceSchema),
        (Complaint, _ComplaintSchema),
        (Own, _NothingSchema),
        (Unreadable, _UnreadableSchema),
    )
}


class _LetterSchema(Schema):
    kind = String(required=True, validate=OneOf(list(_KINDS)))
    says = Dict(keys=String(), required=True)
    language = String(required=True, allow_none=True, validate=Regexp(rf"{TAG}\Z"))
    writer = String(required=True, allow_none=True, validate=[Length(max=MAX_ADDRESS_LENGTH), Regexp(rf"{ADDRESS}\Z")])
    message_id = String(required=True, allow_none=True, validate=[Length(max=MAX_VALUE), _ENCODABLE])
    list_author = String(required=True, allow_none=True, validate=[Length(max=MAX_VALUE), _ENCODABLE])
    vouched_by = String(required=True, allow_none=True, validate=Regexp(rf"{DOMAIN}\Z"))
    writer_name = String(required=True, validate=[Length(max=MAX_NAME), _BLANK_OR_SEEMLY])
    answers = List(
        String(validate=[Length(max=MAX_VALUE), _ENCODABLE]), required=True, validate=Length(max=MAX_ANSWERED)
    )

    @post_load
    def _frozen(self, letter: dict[str, Any], **_: object) -> dict[str, Any]:
        return letter | {"answers": tuple(letter["answers"])}

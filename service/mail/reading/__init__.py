"""Parser for inbound email: classify a message from its bytes alone.

An email is hostile input. So nothing here raises, parsing time is bounded, and ambiguous content is refused, not
guessed.
"""

from __future__ import annotations

from email import message_from_bytes

from service.mail.marker import OWN_HEADER
from service.mail.reading.automatic import automatic
from service.mail.reading.bounces import report
from service.mail.reading.fields import (
    answered,
    author_by_list,
    content_language,
    message_id,
    sender,
    sender_name,
    value,
)
from service.mail.reading.limits import Illegible, check, with_plain_line_ends
from service.mail.reading.outcomes import Automatic, Bounce, Complaint, Empty, Own, Reading, Reply, Unreadable
from service.mail.reading.own import own
from service.mail.reading.parts import body, parts
from service.mail.reading.reactions import reaction_for_programs, reaction_in_words

__all__ = [
    "Automatic",
    "Bounce",
    "Complaint",
    "Empty",
    "Own",
    "Reading",
    "Reply",
    "Unreadable",
    "answered",
    "author_by_list",
    "content_language",
    "message_id",
    "read",
    "sender",
    "sender_name",
]


def read(raw: bytes) -> Reading:
    """Parse an email as received over SMTP."""
    try:
        return _read(with_plain_line_ends(raw))
    except Illegible as illegible:
        return Unreadable(illegible.reason)


def _read(raw: bytes) -> Reading:
    check(raw)
    mail = message_from_bytes(raw)
    if value(mail, OWN_HEADER):
        return Own()
    found = parts(mail)
    if told := report(mail, found):
        return told
    if reason := automatic(mail):
        return Automatic(reason)
    if reaction := reaction_for_programs(found):
        return reaction
    text = body(found)
    return reaction_in_words(text) or own(text)

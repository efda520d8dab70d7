"""Read emoji reactions sent by Gmail and Outlook as that emoji alone.

The rest of such an email, such as the owner's full name, was not written by the player.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from email.message import Message

from service.mail.reading.fields import content_type
from service.mail.reading.html import REACTIONS
from service.mail.reading.outcomes import Empty, Reply
from service.mail.reading.own import own
from service.mail.reading.parts import is_spoken, text_of

_FOR_PROGRAMS = "text/vnd.google.email-reaction+json"
"""https://developers.google.com/workspace/gmail/reactions/format"""
_MAX_JSON = 500
_EMOJI = re.compile(
    "(?=.*[^\\x00-\\x7f])[#*0-9\u00a9\u00ae\u200d\u203c\u2049\u20e3\u2122\u2139\u2190-\u23ff\u24c2\u25a0-\u2bff\u3030\u303d"
    "\u3297\u3299\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]{1,40}"
)
"""The Unicode blocks of emoji, and the characters that join several into one (UTS #51); no letters."""
_BY_GMAIL = re.compile(
    r"\s{0,9}(\S{1,40})\s{1,9}[^\n]{1,200}(?:\s<[^\s<>]{0,999}emojireaction[^\s<>]{0,99}>|reacted via Gmail)"
    r"[ \t]*(?:\n|\Z)"
)
"""The emoji, then the person's name, with a link that is the same in every language."""
_BY_OUTLOOK = re.compile(rf"\s{{0,9}}\[((?i:{'|'.join(REACTIONS)}))\][ \u00a0][^\n:]{{1,200}}:[ \t]*(?:\n|\Z)")
"""The name of a picture, then the person's name, in any language."""


def reaction_for_programs(found: Sequence[Message]) -> Reply | None:
    """Return the emoji in the reaction part for email programs, or None."""
    for part in found:
        if content_type(part) == _FOR_PROGRAMS and is_spoken(part):
            with suppress(ValueError, RecursionError):
                match json.loads(text_of(part)[:_MAX_JSON]):
                    case {"emoji": str(emoji)} if _EMOJI.fullmatch(emoji):
                        return Reply((emoji,))
    return None


def reaction_in_words(text: str) -> Reply | Empty | None:
    """Return the emoji in the reaction text for people; Empty for a removed reaction, None if the writer added text."""
    found = _BY_GMAIL.match(text) or _BY_OUTLOOK.match(text)
    if found is None:
        return None
    below, emoji = own(text[found.end() :]), REACTIONS.get(found[1].lower(), found[1])
    if isinstance(below, Reply) and below.lines:
        return None
    if not emoji:
        return Empty()
    return Reply((emoji,)) if _EMOJI.fullmatch(emoji) else None

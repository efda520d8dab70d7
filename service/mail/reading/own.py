"""The lines of a mail that its writer wrote: those above all that is quoted or signed, and what stands below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from service.mail.reading.below import below
from service.mail.reading.keyboard import cleaned
from service.mail.reading.limits import Illegible
from service.mail.reading.outcomes import Empty, Reply
from service.mail.reading.quotes import ATTRIBUTION_LINES, begins_quote

MAX_ANSWER_LENGTH = 1000
"""Characters, as for a move that comes by any other door."""
MAX_LINES = 500
MAX_OWN = 100_000
"""Characters of all lines together."""
_MAX_SOURCE_LINES = 2000
_CLEAR_SIGNED = re.compile(r"\A-----BEGIN PGP SIGNED MESSAGE-----\s*\n(?:[A-Za-z]+: .*\n)*")
_SEALED = "-----BEGIN PGP MESSAGE-----"


def own(text: str) -> Reply | Empty:
    """What the text says above all quotes and below; Illegible `encrypted`, `line-too-long` or `too-long`."""
    text = _CLEAR_SIGNED.sub("", text.lstrip())
    if text.startswith(_SEALED):
        raise Illegible("encrypted")
    source = text.splitlines()
    seen = list(map(cleaned, source[:_MAX_SOURCE_LINES]))
    end = _first_quote(seen)
    if end == len(seen) < len(source):
        raise Illegible("too-long")
    lines, rest = tuple(filter(None, seen[:end])), below(seen[end:])
    if lines and len(lines[0]) > MAX_ANSWER_LENGTH:
        raise Illegible("line-too-long")
    if len(lines) > MAX_LINES or sum(map(len, lines)) > MAX_OWN:
        raise Illegible("too-long")
    return Reply(lines, rest) if lines or rest else Empty()


def _first_quote(lines: Sequence[str]) -> int:
    """The number of the first cleaned line that is not the writer's own; that of all lines if there is none."""
    for at, line in enumerate(lines):
        if line and begins_quote(list(takewhile(bool, lines[at : at + ATTRIBUTION_LINES]))):
            return at
    return len(lines)

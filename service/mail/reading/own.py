"""The lines of a mail that its writer wrote: those above all that is quoted or signed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

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
    """What the text says above all quotes; Illegible `encrypted`, `line-too-long` or `too-long`."""
    text = _CLEAR_SIGNED.sub("", text.lstrip())
    if text.startswith(_SEALED):
        raise Illegible("encrypted")
    lines = tuple(islice(_above_quotes(text.splitlines()), MAX_LINES + 1))
    if lines and len(lines[0]) > MAX_ANSWER_LENGTH:
        raise Illegible("line-too-long")
    if len(lines) > MAX_LINES or sum(map(len, lines)) > MAX_OWN:
        raise Illegible("too-long")
    return Reply(lines) if lines else Empty()


def _above_quotes(source: Sequence[str]) -> Iterator[str]:
    """The cleaned lines, none of them blank, up to the first quote."""
    lines = map(cleaned, source[:_MAX_SOURCE_LINES])
    window = deque(islice(lines, ATTRIBUTION_LINES))
    while window:
        if window[0]:
            if begins_quote(list(takewhile(bool, window))):
                return
            yield window[0]
        window.popleft()
        window.extend(islice(lines, 1))
    if len(source) > _MAX_SOURCE_LINES:
        raise Illegible("too-long")

"""Extraction of the writer's own lines, above all quotes and signatures, and of the lines below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from service.mail.reading.limits import Illegible
from service.mail.reading.outcomes import MARK, Empty, Reply
from service.mail.reading.quotes import (
    ATTRIBUTION_LINES,
    begins_quote,
    cleaned,
    is_header,
    is_quoted,
    signs,
    without_marks,
)

MAX_ANSWER_LENGTH = 1000
"""Characters, as for a move sent in any other way."""
MAX_LINES = 500
MAX_OWN = 100_000
"""Characters of all lines together."""
MAX_LINES_BELOW = 1000
"""Lines of our email, quoted whole, and of the replies inside it; a longer quote is ignored."""
MAX_BELOW = 100_000
"""Characters of all lines together."""
_LEAD_IN = 6
"""Lines between the beginning of a quote and its first marked line; after more of them no marks are expected."""
_MAX_SOURCE_LINES = 2000
_CLEAR_SIGNED = re.compile(r"\A-----BEGIN PGP SIGNED MESSAGE-----\s*\n(?:[A-Za-z]+: .*\n)*")
_SEALED = "-----BEGIN PGP MESSAGE-----"


def own(text: str) -> Reply | Empty:
    """Extract the writer's lines and those below; raises Illegible `encrypted`, `line-too-long` or `too-long`."""
    text = _CLEAR_SIGNED.sub("", text.lstrip())
    if _SEALED in map(str.strip, text.splitlines()):
        raise Illegible("encrypted")
    source = text.splitlines()
    seen = list(map(cleaned, source[:_MAX_SOURCE_LINES]))
    end = next((at for at, line in enumerate(seen) if line and begins_quote(_paragraph(seen, at))), len(seen))
    if end == len(seen) < len(source):
        raise Illegible("too-long")
    lines = tuple(filter(None, seen[:end]))
    rest = below(seen[end:], is_all=not lines)
    if lines and len(lines[0]) > MAX_ANSWER_LENGTH:
        raise Illegible("line-too-long")
    if len(lines) > MAX_LINES or sum(map(len, lines)) > MAX_OWN:
        raise Illegible("too-long")
    return Reply(lines, rest) if lines or rest else Empty()


def below(lines: Sequence[str], *, is_all: bool) -> tuple[str, ...]:
    """Return the cleaned lines from the first quote on, as in `Reply`; empty if there are too many.

    Empty too where several emails are quoted without marks: one of them may be an earlier email of the writer. A quote
    alone is returned if it `is_all` that there is: some programs mark the writer's lines inside a quote, too.
    """
    begin, is_marked = _beginning(lines)
    quote = lines[begin:]
    if not is_marked and any(line and is_header(_paragraph(quote, at)) for at, line in enumerate(quote)):
        return ()
    found = tuple(_marked(quote) if is_marked else map(without_marks, quote))
    is_too_much = len(found) > MAX_LINES_BELOW or sum(map(len, found)) > MAX_BELOW
    is_quote_alone = not is_all and all(line.startswith(MARK) for line in found if line)
    return () if is_too_much or is_quote_alone else found


def _beginning(lines: Sequence[str]) -> tuple[int, bool]:
    """Return where the text of the quote begins, and whether its lines are marked."""
    begin, between, is_signed = 0, 0, False
    for at, line in enumerate(lines):
        if is_quoted(line):
            return at, True
        if line and begins_quote(_paragraph(lines, at)):
            begin, between, is_signed = at + 1, 0, signs(line)
        elif line and not is_signed:
            between += 1
            if between > _LEAD_IN:
                break
    return begin, False


def _marked(lines: Sequence[str]) -> Iterator[str]:
    is_left_out = False
    for at, line in enumerate(lines):
        if is_quoted(line):
            is_left_out = False
            yield MARK + without_marks(line)
        elif not line:
            yield line
        elif is_left_out or begins_quote(_paragraph(lines, at)):
            is_left_out = True  # a signature, or the attribution line of the next quote
        else:
            yield line


def _paragraph(lines: Sequence[str], at: int) -> list[str]:
    """Return the lines up to the next blank one, as many as it takes to detect a quote."""
    return list(takewhile(bool, lines[at : at + ATTRIBUTION_LINES]))

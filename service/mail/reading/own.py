"""The lines of a mail that its writer wrote: those above all that is quoted or signed, and what stands below."""

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
"""Characters, as for a move that comes by any other door."""
MAX_LINES = 500
MAX_OWN = 100_000
"""Characters of all lines together."""
MAX_LINES_BELOW = 1000
"""Of a mail of ours, quoted whole, and what is written into it; of more than that nothing is looked at."""
MAX_BELOW = 100_000
"""Characters of all lines together."""
_LEAD_IN = 6
"""Lines between what begins a quote and the first that is marked as quoted; after more of them none is expected."""
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
    end = next((at for at, line in enumerate(seen) if line and begins_quote(_paragraph(seen, at))), len(seen))
    if end == len(seen) < len(source):
        raise Illegible("too-long")
    lines, rest = tuple(filter(None, seen[:end])), below(seen[end:])
    if lines and len(lines[0]) > MAX_ANSWER_LENGTH:
        raise Illegible("line-too-long")
    if len(lines) > MAX_LINES or sum(map(len, lines)) > MAX_OWN:
        raise Illegible("too-long")
    return Reply(lines, rest) if lines or rest else Empty()


def below(lines: Sequence[str]) -> tuple[str, ...]:
    """The cleaned lines from the first quote on, as `Reply` has them; nothing, if that is too much.

    Nothing either where several mails are quoted without marks: one of them may be the writer's own of another day.
    """
    begin, is_marked = _beginning(lines)
    quote = lines[begin:]
    if not is_marked and any(line and is_header(_paragraph(quote, at)) for at, line in enumerate(quote)):
        return ()
    found = tuple(_marked(quote) if is_marked else map(without_marks, quote))
    is_too_much = len(found) > MAX_LINES_BELOW or sum(map(len, found)) > MAX_BELOW
    is_quote_alone = all(line.startswith(MARK) for line in found if line)
    return () if is_too_much or is_quote_alone else found


def _beginning(lines: Sequence[str]) -> tuple[int, bool]:
    """Where the text of the quote begins, and whether its lines are marked."""
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
            is_left_out = True  # a signature, or what leads in to the next quote
        else:
            yield line


def _paragraph(lines: Sequence[str], at: int) -> list[str]:
    """The lines from there on to the next blank one, as many as it takes to know a quote."""
    return list(takewhile(bool, lines[at : at + ATTRIBUTION_LINES]))

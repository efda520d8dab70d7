"""What stands in a mail from its first quote on: people answer below what they quote, and between its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from service.mail.reading.outcomes import MARK
from service.mail.reading.quotes import (
    ATTRIBUTION_LINES,
    begins_quote,
    is_header,
    is_quoted,
    signs,
    without_marks,
)

MAX_LINES = 1000
"""Of a mail of ours, quoted whole, and what is written into it; of more than that nothing is looked at."""
MAX_TEXT = 100_000
"""Characters of all lines together."""
_LEAD_IN = 6
"""Lines between what begins a quote and the first that is marked as quoted; after more of them none is expected."""


def below(lines: Sequence[str]) -> tuple[str, ...]:
    """The cleaned lines from the first quote on, as `Reply` has them; nothing, if that is too much.

    Nothing either where several mails are quoted without marks: one of them may be the writer's own of another day.
    """
    begin, is_marked = _beginning(lines)
    found = tuple(_marked(lines[begin:]) if is_marked else _unmarked(lines[begin:]))
    is_too_much = len(found) > MAX_LINES or sum(map(len, found)) > MAX_TEXT
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


def _unmarked(lines: Sequence[str]) -> Iterator[str]:
    if any(line and is_header(_paragraph(lines, at)) for at, line in enumerate(lines)):
        return
    yield from map(without_marks, lines)


def _paragraph(lines: Sequence[str], at: int) -> list[str]:
    """The lines from there on to the next blank one, as many as it takes to know a quote."""
    return list(takewhile(bool, lines[at : at + ATTRIBUTION_LINES]))

"""Paragraphs that a mail program has broken into lines and marked as such: format=flowed (RFC 3676)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.mail.reading.keyboard import cleaned
from service.mail.reading.quotes import begins_quote

_MAX_LINES = 1000
"""What its writer says stands above, between or right below the lines of a mail that is quoted once."""


def unflowed(text: str, *, delete_space: bool) -> str:
    """The text with soft line breaks taken out of its first lines. Nothing is joined to a line that begins a quote."""
    lines = text.split("\n")
    return "\n".join([*_paragraphs(lines[:_MAX_LINES], delete_space=delete_space), *lines[_MAX_LINES:]])


def _paragraphs(lines: Sequence[str], *, delete_space: bool) -> Iterator[str]:
    paragraph = ""
    is_soft = False
    for line in lines:
        if is_soft and not _is_border(line):
            paragraph += line.removeprefix(" ")
        else:
            yield paragraph
            paragraph = line.removeprefix(" ")
        is_soft = line.endswith(" ") and not _is_border(line)
        paragraph = paragraph.removesuffix(" ") if is_soft and delete_space else paragraph
    yield paragraph


def _is_border(line: str) -> bool:
    """Whether a line is blank, quoted, or leads in to a quote or a signature."""
    words = cleaned(line)
    return not words or begins_quote([words])

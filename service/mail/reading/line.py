"""The one line of a mail that counts: the first that its writer wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from service.mail.reading.keyboard import cleaned
from service.mail.reading.limits import Illegible
from service.mail.reading.outcomes import Answer, Empty
from service.mail.reading.quotes import begins_quote

MAX_ANSWER_LENGTH = 1000
"""Characters, as for a move that comes by any other door."""
_MAX_LINES = 20
_PREFIX = re.compile(r"\A(?:my )?move ?: ?", re.IGNORECASE)
_WRAPPINGS = frozenset({"**", "__", "``", '""', "''", "\u00ab\u00bb", "<>", "[]"})
_CLEAR_SIGNED = re.compile(r"\A-----BEGIN PGP SIGNED MESSAGE-----\s*\n(?:[A-Za-z]+: .*\n)*")
_SEALED = "-----BEGIN PGP MESSAGE-----"


def first_line(text: str) -> Answer | Empty:
    """What the text says above all quotes; Illegible `encrypted` or `line-too-long`.

    A line that ends in a comma goes on in the next one.
    """
    text = _CLEAR_SIGNED.sub("", text.lstrip())
    if text.startswith(_SEALED):
        raise Illegible("encrypted")
    lines = list(islice(_paragraph(text), _MAX_LINES))
    if not lines or begins_quote(lines):
        return Empty()
    return _answer(_joined(lines))


def _joined(lines: list[str]) -> str:
    said = ""
    for at, line in enumerate(lines):
        if at and begins_quote(lines[at:]):
            return said
        said = f"{said} {_PREFIX.sub('', line)}".strip()
        if said and not said.endswith((",", ";")):
            return said
    if len(lines) == _MAX_LINES:
        raise Illegible("line-too-long")
    return said


def _answer(said: str) -> Answer | Empty:
    plain = _bare(said.rstrip(" ."))
    if len(plain) > MAX_ANSWER_LENGTH:
        raise Illegible("line-too-long")
    return Answer(plain) if plain else Empty()


def _paragraph(text: str) -> Iterator[str]:
    """The lines up to the first blank one after them, cleaned."""
    begun = False
    for line in text.splitlines():
        words = cleaned(line)
        if words:
            begun = True
            yield words
        elif begun:
            return


def _bare(line: str) -> str:
    """The line without the quotation marks, stars or brackets round it."""
    inside = line[1:-1]
    if line[:1] + line[-1:] in _WRAPPINGS and line[0] not in inside and line[-1] not in inside:
        return inside.strip(" .")
    return line

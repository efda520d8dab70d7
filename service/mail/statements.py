"""The things that somebody says in a mail, one after the other, whatever marks and line breaks they put around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

_PREFIX = re.compile(r"\A(?:(?:my )?move|(?:la mia )?mossa|(?:mein )?zug) ?: ?", re.IGNORECASE)
_WRAPPINGS = frozenset({"**", "__", "``", '""', "''", "\u00ab\u00bb", "<>", "[]"})
_GOES_ON = (",", ";")


def statements(lines: Sequence[str], is_one: Callable[[str], bool]) -> list[str]:
    """What each line says. Lines that end in a comma and the one after them are one thing where `is_one` says so."""
    return list(_statements([line for line in (_PREFIX.sub("", line) for line in lines) if line], is_one))


def first_statement(lines: Sequence[str]) -> str:
    """The first thing, whatever it is; a comma joins the next line to it."""
    return next(iter(statements(lines, bool)), "")


def _statements(lines: Sequence[str], is_one: Callable[[str], bool]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and lines[end - 1].endswith(_GOES_ON):
            end += 1
        joined = bare(" ".join(lines[at:end]))
        if end > at + 1 and is_one(joined):
            yield joined
        else:
            yield from filter(None, map(bare, lines[at:end]))
        at = end


def bare(line: str) -> str:
    """The line without the dots after it, and the quotation marks, stars or brackets round it."""
    plain = line.rstrip(" .")
    inside = plain[1:-1]
    if plain[:1] + plain[-1:] in _WRAPPINGS and plain[0] not in inside and plain[-1] not in inside:
        return inside.strip(" .")
    return plain

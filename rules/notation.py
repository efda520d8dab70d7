"""Reading what people write: forgiving about case, blanks and separators, strict about everything else.

The language is one for log, REST, mail and bots: a move is actions joined by ", ", an action lower-case words joined by
one blank.
"""

from __future__ import annotations

import re
import unicodedata

from rules.errors import BadNotation

MAX_MOVE_LENGTH = 1000
"""Characters; the longest legal move of any game is far below it."""

_SEPARATORS = re.compile(r"[,;\n]")


def split_move(text: str) -> list[str]:
    """The actions of a move, each in lower case with single blanks; BadNotation if empty or absurdly long."""
    if len(text) > MAX_MOVE_LENGTH:
        raise BadNotation(text[:40] + "…")
    plain = unicodedata.normalize("NFKC", text).lower().replace("\r\n", "\n").strip().rstrip(". ")
    parts = [" ".join(part.split()) for part in _SEPARATORS.split(plain.strip(",;\n \t"))]
    if not all(parts):
        raise BadNotation(text)
    return parts


def words(text: str) -> list[str]:
    """The words of exactly one action; BadNotation if the text holds none or several."""
    actions = split_move(text)
    if len(actions) != 1:
        raise BadNotation(text)
    return actions[0].split(" ")


def number(word: str, low: int, high: int) -> int:
    """A whole number in ASCII digits between `low` and `high`, both included, or BadNotation."""
    if not (word.isascii() and word.isdecimal() and len(word) <= len(str(high)) and low <= int(word) <= high):
        raise BadNotation(word)
    return int(word)

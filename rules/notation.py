"""Reading what people write: forgiving about case, blanks, separators and little words, strict about everything else.

The language is one for log, REST, mail and bots: a move is actions joined by ", ", an action lower-case words joined by
one blank. What can be read in one way only is read so, however it is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeVar

from rules.errors import BadNotation

MAX_MOVE_LENGTH = 1000
"""Characters; the longest legal move of any game is far below it."""
MAX_ACTION_WORDS = 6
"""Words of the longest action that is read out of a move without separators."""

_SEPARATORS = re.compile(r"[,;\n]")
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
"""What keyboards and word processors make of a hyphen."""
_SQUARE_APART = re.compile(r"(?<![^ -])([a-z]) (?=\d{1,2}(?![^ -]))")
_LITTLE = frozenset({"at", "on", "onto", "to"})
"""Words that people put before a place; none is part of an action."""

A = TypeVar("A")


def split_move(text: str) -> list[str]:
    """The actions of a move, each in lower case with single blanks; BadNotation if empty or absurdly long."""
    if len(text) > MAX_MOVE_LENGTH:
        raise BadNotation(text[:40] + "…")
    plain = unicodedata.normalize("NFKC", text).lower().translate(_HYPHENS).replace("\r\n", "\n").strip().rstrip(". ")
    parts = [" ".join(part.split()) for part in _SEPARATORS.split(plain.strip(",;\n \t"))]
    if not all(parts):
        raise BadNotation(text)
    return parts


def read_move(text: str, parse_action: Callable[[str], A]) -> list[A]:
    """The actions of a move as `parse_action` reads each; BadNotation if one cannot be read.

    Where separators are missing, or stand inside of an action, the words are read as the only actions that they can be.
    """
    parts = split_move(text)
    try:
        return [parse_action(part) for part in parts]
    except BadNotation:
        found = _only_reading(" ".join(parts).split(" "), parse_action)
        if found is None:
            raise
        return found


def words(text: str) -> list[str]:
    """The words of exactly one action, without little ones; BadNotation if the text holds none or several."""
    actions = split_move(text)
    if len(actions) != 1:
        raise BadNotation(text)
    first, *others = _SQUARE_APART.sub(r"\1", actions[0]).split(" ")
    return [first, *(word for word in others[:-1] if word not in _LITTLE), *others[-1:]]


def number(word: str, low: int, high: int) -> int:
    """A whole number in ASCII digits between `low` and `high`, both included, or BadNotation."""
    if not (word.isascii() and word.isdecimal() and len(word) <= len(str(high)) and low <= int(word) <= high):
        raise BadNotation(word)
    return int(word)


def _only_reading(said: Sequence[str], parse_action: Callable[[str], A]) -> list[A] | None:
    """The actions that the words are, one after the other, if there is exactly one way to read them so."""
    ways: list[dict[str, list[A]]] = [*({} for _ in said), {"": []}]
    """By word: how the words from there on can be read, written canonically; two of these ways are as good as all."""
    for at in range(len(said) - 1, -1, -1):
        for end in range(at + 1, min(at + MAX_ACTION_WORDS, len(said)) + 1):
            for action in _parsed(" ".join(said[at:end]), parse_action) if ways[end] else ():
                ways[at] |= {f"{action}, {rest}": [action, *actions] for rest, actions in ways[end].items()}
        ways[at] = dict(islice(ways[at].items(), 2))
    return next(iter(ways[0].values())) if len(ways[0]) == 1 else None


def _parsed(text: str, parse_action: Callable[[str], A]) -> list[A]:
    """The action, if the text is one."""
    try:
        return [parse_action(text)]
    except BadNotation:
        return []

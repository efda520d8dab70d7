"""Parser of human notation: lenient about case, blanks, separators and filler words, strict otherwise.

Logs, REST, emails and bots share one notation: a move is actions joined by ", "; an action is lower-case words joined
by one blank. Text with only one possible reading is accepted, however it is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeVar

from rules.errors import BadNotation

MAX_MOVE_LENGTH = 1000
"""Longest move in characters; legal moves of all games are far shorter."""
MAX_ACTION_WORDS = 6
"""Most words of an action that is parsed out of a move without separators."""

_SEPARATORS = re.compile(r"[,;\n]")
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
"""Characters that keyboards and word processors substitute for a hyphen."""
_SQUARE_APART = re.compile(r"(?<![^ -])([a-z]) (?=\d{1,2}(?![^ -]))")
_LITTLE = frozenset({"at", "on", "onto", "to"})
"""Filler words before a place; none is part of an action."""

A = TypeVar("A")


def split_move(text: str) -> list[str]:
    """Split a move into actions, in lower case with single blanks; raise BadNotation if empty or too long."""
    if len(text) > MAX_MOVE_LENGTH:
        raise BadNotation(text[:40] + "…")
    plain = unicodedata.normalize("NFKC", text).lower().translate(_HYPHENS).replace("\r\n", "\n").strip().rstrip(". ")
    parts = [" ".join(part.split()) for part in _SEPARATORS.split(plain.strip(",;\n \t"))]
    if not all(parts):
        raise BadNotation(text)
    return parts


def read_move(text: str, parse_action: Callable[[str], A]) -> list[A]:
    """Parse the actions of a move with `parse_action`; raise BadNotation.

    If separators are missing or misplaced, the words are accepted if they have only one reading.
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
    """Split exactly one action into words, without filler words; raise BadNotation for none or several."""
    actions = split_move(text)
    if len(actions) != 1:
        raise BadNotation(text)
    first, *others = _SQUARE_APART.sub(r"\1", actions[0]).split(" ")
    return [first, *(word for word in others[:-1] if word not in _LITTLE), *others[-1:]]


def number(word: str, low: int, high: int) -> int:
    """Parse an ASCII integer from `low` to `high`, inclusive; raise BadNotation."""
    if not (word.isascii() and word.isdecimal() and len(word) <= len(str(high)) and low <= int(word) <= high):
        raise BadNotation(word)
    return int(word)


def _only_reading(said: Sequence[str], parse_action: Callable[[str], A]) -> list[A] | None:
    """Parse words as consecutive actions, if there is exactly one way."""
    ways: list[dict[str, list[A]]] = [*({} for _ in said), {"": []}]
    """Readings of the words from each position on, by canonical notation; two of them are enough to know."""
    for at in range(len(said) - 1, -1, -1):
        for end in range(at + 1, min(at + MAX_ACTION_WORDS, len(said)) + 1):
            for action in _parsed(" ".join(said[at:end]), parse_action) if ways[end] else ():
                ways[at] |= {f"{action}, {rest}": [action, *actions] for rest, actions in ways[end].items()}
        ways[at] = dict(islice(ways[at].items(), 2))
    return next(iter(ways[0].values())) if len(ways[0]) == 1 else None


def _parsed(text: str, parse_action: Callable[[str], A]) -> list[A]:
    """Parse an action into a list; empty if it is none."""
    try:
        return [parse_action(text)]
    except BadNotation:
        return []

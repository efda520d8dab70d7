"""Moves that somebody may have meant: the whole legal ones whose notation is nearest to what was written.

The measure is an edit distance over words, letters and numbers. A place or a number that differs counts as much as it
means; a word that is misspelt, left out or too many counts little. The moves are built step by step, and of each step
only the nearest few are followed, so that the time is bounded where a turn has thousands of moves.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nsmallest
from typing import Any

from rules.game import AnyPosition

MOST = 5
"""Moves that are handed out."""
CLEARLY = 0.3
"""By how much the one that is meant has to be nearer than the next."""
A_SLIP = 1.0
"""What is as far away as this differs in a place, a number or a word of the game, and is another move."""
_FOLLOWED = 12
"""Beginnings of moves that are gone on with at each step."""
_KEPT = 4096
"""Pairs of words that were compared; people write ever new ones."""
_MOST_READ = 24
"""Words, letters and numbers of a text; what is longer is no move that was miswritten."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_AMOUNT = re.compile(r"(?<![^\W\d_])([^\W\d_]+) \d+ (?:on|onto|auf|su) (?=[a-z])")
"""How much goes where, as mails say what a move does: `places 11 on max-15`."""
_LEFT_OUT, _TOO_MUCH, _SAID_TWICE, _EXCHANGED = 0.4, 0.1, 0.2, 0.3
_WORD_OF_THE_GAME = 0.8
_GIVEN = 0.1
"""For leaving out what all that can be played begins with, such as the length that was rolled."""
_NOTHING_IN_COMMON = 2.0
_ALIKE = 0.6
"""How much of two words is the same, at least, if one of them is the other, misspelt."""

Row = tuple[float, ...]
"""By how much of a text was read: the distance of that from a move as far as it goes."""


@dataclass(frozen=True)
class Near:
    """A whole legal move, written canonically, and how far it is from what was written."""

    move: str
    distance: float


def near_moves(position: AnyPosition, text: str, count: int = MOST) -> list[Near]:
    """So many whole moves that are legal there, the nearest to the text first; none that share nothing with it."""
    legal = position.legal_actions()
    said = _tokens(_without_amount(unicodedata.normalize("NFKC", text).lower(), legal))
    if not said or len(said) > _MOST_READ or not legal:
        return []
    return nsmallest(count, _search(position, _Measure(said, position)), key=lambda near: near.distance)


def only_near(found: Sequence[Near]) -> str | None:
    """The one of these moves, nearest first, that was clearly meant; None if there is no such one."""
    if not found or found[0].distance >= A_SLIP:
        return None
    first, *others = found
    return first.move if all(first.distance + CLEARLY <= other.distance for other in others) else None


def _without_amount(text: str, legal: Sequence[Any]) -> str:
    """The text without the number of its verb, where that verb takes none in any of these actions."""
    found = _AMOUNT.search(text)
    if found is None or any(re.match(rf"{found[1]} \d", str(action)) for action in legal):
        return text
    return f"{text[: found.start()]}{found[1]} {text[found.end() :]}"


@dataclass(frozen=True)
class _Begun:
    """A move as far as it is built, and how far each part of what was said is from it."""

    actions: tuple[Any, ...]
    position: AnyPosition
    row: Row


class _Measure:
    """How far moves are from what was said."""

    def __init__(self, said: Sequence[str], position: AnyPosition) -> None:
        self.said = said
        self._known = _words_of(position)
        self._given = frozenset.intersection(*(frozenset(_tokens(str(each))) for each in position.legal_actions()))
        self._too_much = [self._cost_of_more(at) for at in range(len(said))]
        self._rows: dict[tuple[Row, tuple[str, ...]], Row] = {}

    def nothing(self) -> Row:
        """The distances from a move without an action."""
        return tuple(sum(self._too_much[:at]) for at in range(len(self.said) + 1))

    def after(self, row: Row, action: str) -> Row:
        """The distances once an action is added to the move."""
        return self._read(row, _tokens(action))

    def shares(self, near: Near) -> bool:
        """Whether anything of the move was said."""
        apart = self.nothing()[-1] + sum(map(self._left_out, _tokens(near.move)))
        return near.distance < apart - _TOO_MUCH / 2

    def _read(self, row: Row, tokens: tuple[str, ...]) -> Row:
        """Actions begin alike, so what follows from the same beginning is worked out once."""
        if not tokens:
            return row
        key = row, tokens
        if key not in self._rows:
            self._rows[key] = self._next(self._read(row, tokens[:-1]), self._read(row, tokens[:-2]), tokens)
        return self._rows[key]

    def _next(self, row: Row, before: Row, tokens: tuple[str, ...]) -> Row:
        token, last = tokens[-1], tokens[-2:-1]
        missing = self._left_out(token)
        found = [row[0] + missing]
        for at, word in enumerate(self.said, 1):
            nearest = min(row[at] + missing, found[-1] + self._too_much[at - 1], row[at - 1] + _unlike(word, token))
            if at > 1 and (word,) == last and self.said[at - 2] == token:
                nearest = min(nearest, before[at - 2] + _EXCHANGED)
            found.append(nearest)
        return tuple(found)

    def _cost_of_more(self, at: int) -> float:
        token = self.said[at]
        is_repeated = token in (*self.said[at - 1 : at], *self.said[at + 1 : at + 2])
        if self.said.count(token) > 1 and not is_repeated:
            return _SAID_TWICE
        if token.isdigit() or len(token) == 1:
            is_by_a_number = at + 1 < len(self.said) and self.said[at + 1].isdigit()
            return 1.0 if token.isdigit() or is_by_a_number else _TOO_MUCH
        return _WORD_OF_THE_GAME if token in self._known else _TOO_MUCH

    def _left_out(self, token: str) -> float:
        if token in self._given:
            return _GIVEN
        return 1.0 if token.isdigit() or len(token) == 1 else _LEFT_OUT


def _search(position: AnyPosition, measure: _Measure) -> Iterator[Near]:
    begun = [_Begun((), position, measure.nothing())]
    while begun:
        longer = [
            _Begun((*move.actions, action), move.position.apply(action), measure.after(move.row, str(action)))
            for move in begun
            for action in move.position.legal_actions()
        ]
        for move in longer:
            near = Near(", ".join(map(str, move.actions)), move.row[-1])
            if not move.position.mid_turn and measure.shares(near):
                yield near
        open_ones = (move for move in longer if move.position.mid_turn)
        begun = nsmallest(_FOLLOWED, open_ones, key=lambda move: min(move.row))


def _words_of(position: AnyPosition) -> frozenset[str]:
    """The words of the actions that are legal there, and as the next steps of one turn."""
    found: set[str] = set()
    at = position
    while at is position or at.mid_turn:
        legal = at.legal_actions()
        found.update(token for action in legal for token in _tokens(str(action)))
        at = at.apply(legal[0])
    return frozenset(found)


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text))


@lru_cache(maxsize=_KEPT)
def _unlike(word: str, token: str) -> float:
    """How far two words are from each other; numbers and letters of squares are the same, or have nothing in common."""
    if word == token:
        return 0.0
    if word.isdigit() or token.isdigit() or min(len(word), len(token)) == 1:
        return _NOTHING_IN_COMMON
    ratio = SequenceMatcher(None, word, token).ratio()
    return 1.0 - ratio if ratio >= _ALIKE else _NOTHING_IN_COMMON

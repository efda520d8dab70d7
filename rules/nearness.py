"""Suggestions for misspelt moves: the legal moves with the nearest notation, by edit distance.

The distance is over words, letters and numbers. A wrong square or number counts fully; a word that is misspelt, missing
or superfluous counts little. Moves are built step by step, and only the nearest few are extended at each step, which
bounds the time where a turn has thousands of moves.
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
"""Default number of moves to return."""
CLEARLY = 0.3
"""Margin by which the intended move must be nearer than the next."""
A_SLIP = 1.0
"""Distance at which a move differs in a square, a number or a word of the game, so it is another move."""
_FOLLOWED = 12
"""Partial moves to extend at each step."""
_KEPT = 4096
"""Pairs of words to cache; inputs keep bringing new ones."""
_MOST_READ = 24
"""Most words, letters and numbers of a text; a longer one is no misspelt move."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_AMOUNT = re.compile(r"(?<![^\W\d_])([^\W\d_]+) \d+ (?:on|onto|auf|su) (?=[a-z])")
"""An amount before a place, as emails describe a move: `places 11 on max-15`."""
_LEFT_OUT, _TOO_MUCH, _SAID_TWICE, _EXCHANGED = 0.4, 0.1, 0.2, 0.3
_WORD_OF_THE_GAME = 0.8
_GIVEN = 0.1
"""Cost of omitting a token that all legal actions share, such as the length that was rolled."""
_NOTHING_IN_COMMON = 2.0
_ALIKE = 0.6
"""Smallest similarity ratio of a word and its misspelling."""

Row = tuple[float, ...]
"""Distances of each prefix of a text from a partial move."""


@dataclass(frozen=True)
class Near:
    """A whole legal move in canonical notation, and its distance from the text."""

    move: str
    distance: float


def near_moves(position: AnyPosition, text: str, count: int = MOST) -> list[Near]:
    """List the whole legal moves nearest to the text, nearest first; leave out moves that share nothing with it."""
    legal = position.legal_actions()
    said = _tokens(_without_amount(unicodedata.normalize("NFKC", text).lower(), legal))
    if not said or len(said) > _MOST_READ or not legal:
        return []
    return nsmallest(count, _search(position, _Measure(said, position)), key=lambda near: near.distance)


def only_near(found: Sequence[Near]) -> str | None:
    """Return the move that was clearly meant, from moves sorted by distance; None if there is none."""
    if not found or found[0].distance >= A_SLIP:
        return None
    first, *others = found
    return first.move if all(first.distance + CLEARLY <= other.distance for other in others) else None


def _without_amount(text: str, legal: Sequence[Any]) -> str:
    """Remove the number of a verb that takes none in any of these actions."""
    found = _AMOUNT.search(text)
    if found is None or any(re.match(rf"{found[1]} \d", str(action)) for action in legal):
        return text
    return f"{text[: found.start()]}{found[1]} {text[found.end() :]}"


@dataclass(frozen=True)
class _Begun:
    """A partial move, and its distances from each prefix of the text."""

    actions: tuple[Any, ...]
    position: AnyPosition
    row: Row


class _Measure:
    """Edit distance of moves from a text."""

    def __init__(self, said: Sequence[str], position: AnyPosition) -> None:
        self.said = said
        self._known = _words_of(position)
        self._given = frozenset.intersection(*(frozenset(_tokens(str(each))) for each in position.legal_actions()))
        self._too_much = [self._cost_of_more(at) for at in range(len(said))]
        self._rows: dict[tuple[Row, tuple[str, ...]], Row] = {}

    def nothing(self) -> Row:
        """Return the distances from a move without an action."""
        return tuple(sum(self._too_much[:at]) for at in range(len(self.said) + 1))

    def after(self, row: Row, action: str) -> Row:
        """Return the distances once an action is added to the move."""
        return self._read(row, _tokens(action))

    def shares(self, near: Near) -> bool:
        """Return whether the text shares anything with the move."""
        apart = self.nothing()[-1] + sum(map(self._left_out, _tokens(near.move)))
        return near.distance < apart - _TOO_MUCH / 2

    def _read(self, row: Row, tokens: tuple[str, ...]) -> Row:
        """Extend the distances token by token; cached, as actions share beginnings."""
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
    """Collect the words of the legal actions, and of the next steps of one turn."""
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
    """Compute the distance of two words; numbers and letters of squares are either equal or have nothing in common."""
    if word == token:
        return 0.0
    if word.isdigit() or token.isdigit() or min(len(word), len(token)) == 1:
        return _NOTHING_IN_COMMON
    ratio = SequenceMatcher(None, word, token).ratio()
    return 1.0 - ratio if ratio >= _ALIKE else _NOTHING_IN_COMMON

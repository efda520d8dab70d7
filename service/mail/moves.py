"""Moves among the lines of a mail: which can be read, which are parts of one, and what may be meant as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import rules
from rules import AnyPosition, BadNotation, RulesError, Sentence
from rules.nearness import Near, near_moves

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LETTER, _DIGITS = re.compile(r"[^\W\d_]"), re.compile(r"\d+")
_FEW = 4
"""Words: a line of that many that begins like an action may be one, written wrong."""


@dataclass(frozen=True)
class Moves:
    """The moves of a game, in the position of the turn; None where the turn is over and none can be played."""

    game: rules.Game
    position: AnyPosition | None = None

    def canonical(self, text: str) -> str | None:
        """The move that a text writes, in this position or any other, or None."""
        try:
            return ", ".join(map(str, rules.read_move(text, self.game.parse_action)))
        except BadNotation:
            return None

    def refusal(self, move: str) -> Sentence | None:
        """Why a move cannot be played now, or None if it can."""
        if self.position is None:
            return None
        try:
            rules.play(self.position, move)
        except RulesError as error:
            return rules.explain(self.game, error)
        return None

    def can_be_played(self, move: str) -> bool:
        """Whether it is a whole move that is legal now."""
        return self._is_whole(move)

    def near(self, text: str) -> list[Near]:
        """The whole moves that can be played now and are nearest to a text, the nearest first."""
        return near_moves(self.position, text) if self.position is not None else []

    def together(self, moves: Sequence[str]) -> list[str]:
        """What moves in lines of their own come to: one, if they are its actions; else each whole move for itself.

        They are taken for one unless a later one, or several, would be a whole move already: that is a second thought.
        """
        wholes = [self._whole(moves[at:]) for at in range(len(moves))]
        joined = ", ".join(moves)
        if not any(wholes[1:]) and (wholes[0] in (0, len(moves)) or self._is_whole(joined)):
            return [joined]
        return list(self._apart(moves, wholes))

    def are_one(self, moves: Sequence[str]) -> bool:
        """Whether they are the actions of one whole legal move."""
        return self._is_whole(", ".join(moves)) and not any(map(self._is_whole, moves))

    def is_near(self, text: str) -> bool:
        """Whether words that are no move name a place as moves do, or begin as one does."""
        words = _WORD.findall(text.lower())
        is_short = len(words) <= _FEW or bool(_DIGITS.search(text))
        return not self._shapes.isdisjoint(map(_shape, words)) or (
            is_short and words[:1] != [] and words[0] in self._verbs
        )

    def _apart(self, moves: Sequence[str], wholes: Sequence[int]) -> Iterator[str]:
        at, before = 0, ""
        while at < len(moves):
            whole = ", ".join(moves[at : at + max(1, wholes[at])])
            yield whole if wholes[at] else self._in_place_of_the_end(before, whole)
            at, before = at + max(1, wholes[at]), whole

    def _in_place_of_the_end(self, move: str, end: str) -> str:
        """The move with its last actions replaced, where that makes a move of actions that are none by themselves."""
        actions = move.split(", ")
        changed = (", ".join([*actions[:kept], end]) for kept in range(len(actions) - 1, 0, -1))
        return next(filter(self._is_whole, changed), end)

    def _whole(self, moves: Sequence[str]) -> int:
        """How many of them, from the first on, make a whole legal move; 0 if none do."""
        position = self.position
        for count, move in enumerate(moves, 1):
            position = self._after(position, move)
            if position is None or not position.mid_turn:
                return count if position is not None else 0
        return 0

    def _is_whole(self, move: str) -> bool:
        after = self._after(self.position, move)
        return after is not None and not after.mid_turn

    def _after(self, position: AnyPosition | None, move: str) -> AnyPosition | None:
        """The position after legal actions, a whole move or not; None if they are not legal."""
        try:
            for after in rules.steps(position, rules.parse_move(position, move)) if position else ():
                position = after
        except RulesError:
            return None
        return position

    @cached_property
    def _legal(self) -> list[str]:
        """What may be played now, and as the next steps of one turn."""
        actions: list[str] = []
        position = self.position
        while position is not None and (position is self.position or position.mid_turn):
            legal = position.legal_actions()
            actions += map(str, legal)
            position = position.apply(legal[0])
        return actions

    @cached_property
    def _shapes(self) -> frozenset[str]:
        """What words with letters and digits look like in the moves of this position: `aaa-9`, `a9-a9`."""
        words = {word for action in self._legal for word in action.split()}
        return frozenset(_shape(word) for word in words if _LETTER.search(word) and _DIGITS.search(word))

    @cached_property
    def _verbs(self) -> frozenset[str]:
        first = {action.split()[0] for action in self._legal}
        return frozenset(word for word in first if not _DIGITS.search(word))


def _shape(word: str) -> str:
    return _DIGITS.sub("9", _LETTER.sub("a", word))

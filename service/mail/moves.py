"""Move detection in email lines: which lines are moves, which are parts of one, and which may be mistyped moves."""

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
"""Words: a line of at most so many that begins like an action may be a mistyped one."""


@dataclass(frozen=True)
class Moves:
    """The moves of a game in the turn's position; the position is None if the turn is over."""

    game: rules.Game
    position: AnyPosition | None = None

    def canonical(self, text: str) -> str | None:
        """Return the canonical notation of a move, legal or not; None if the text is no move."""
        try:
            return ", ".join(map(str, rules.read_move(text, self.game.parse_action)))
        except BadNotation:
            return None

    def refusal(self, move: str) -> Sentence | None:
        """Return why a move is illegal now; None if it is legal or the turn is over."""
        if self.position is None:
            return None
        try:
            rules.play(self.position, move)
        except RulesError as error:
            return rules.explain(self.game, error)
        return None

    def can_be_played(self, move: str) -> bool:
        """Check whether the text is a whole legal move."""
        return self._is_whole(move)

    def near(self, text: str) -> list[Near]:
        """Return the legal moves most similar to a text, the nearest first."""
        return near_moves(self.position, text) if self.position is not None else []

    def together(self, moves: Sequence[str]) -> list[str]:
        """Combine moves on adjacent lines: into one if they are its actions, else each whole move by itself.

        They are one move unless some later lines already make a whole move: that is a second thought.
        """
        wholes = [self._whole(moves[at:]) for at in range(len(moves))]
        joined = ", ".join(moves)
        if not any(wholes[1:]) and (wholes[0] in (0, len(moves)) or self._is_whole(joined)):
            return [joined]
        return list(self._apart(moves, wholes))

    def are_one(self, moves: Sequence[str]) -> bool:
        """Check whether the lines are the actions of one legal move, and none is a legal move alone."""
        return self._is_whole(", ".join(moves)) and not any(map(self._is_whole, moves))

    def is_near(self, text: str) -> bool:
        """Check whether text that is no move names a place as moves do, or begins like a move."""
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
        """Replace the move's last actions by `end` if that makes a legal move; else return `end` alone."""
        actions = move.split(", ")
        changed = (", ".join([*actions[:kept], end]) for kept in range(len(actions) - 1, 0, -1))
        return next(filter(self._is_whole, changed), end)

    def _whole(self, moves: Sequence[str]) -> int:
        """Return how many of these, from the first on, make a whole legal move; 0 if none do."""
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
        """Return the position after legal actions, a whole move or not; None if they are illegal."""
        try:
            for after in rules.steps(position, rules.parse_move(position, move)) if position else ():
                position = after
        except RulesError:
            return None
        return position

    @cached_property
    def _legal(self) -> list[str]:
        """Return the legal actions now and at the next steps of one turn."""
        actions: list[str] = []
        position = self.position
        while position is not None and (position is self.position or position.mid_turn):
            legal = position.legal_actions()
            actions += map(str, legal)
            position = position.apply(legal[0])
        return actions

    @cached_property
    def _shapes(self) -> frozenset[str]:
        """Return the patterns of words with digits in the legal moves: `aaa-9`, `a9-a9`."""
        words = {word for action in self._legal for word in action.split()}
        return frozenset(_shape(word) for word in words if _LETTER.search(word) and _DIGITS.search(word))

    @cached_property
    def _verbs(self) -> frozenset[str]:
        first = {action.split()[0] for action in self._legal}
        return frozenset(word for word in first if not _DIGITS.search(word))


def _shape(word: str) -> str:
    return _DIGITS.sub("9", _LETTER.sub("a", word))

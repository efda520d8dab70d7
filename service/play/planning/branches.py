"""A plan as a value: branches, of which the first that fits what the others have played says what to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class TheirTurn:
    """What another seat may play in one turn: one of the moves, or `but` these anything. Anything at all is but none.

    Moves are written as in the log, actions joined by ", ".
    """

    moves: tuple[str, ...] = ()
    but: bool = False


ANYTHING = TheirTurn(but=True)


@dataclass(frozen=True)
class Branch:
    """If the others reply so, turn by turn until one is to move again, play the first of the moves that is legal.

    A lone `ANYTHING` stands for whatever the others do, however many turns that are, none too. `then` goes on from
    there; without it, the plan is done.
    """

    when: tuple[TheirTurn, ...]
    play: tuple[str, ...]
    then: tuple[Branch, ...] = ()

    @property
    def is_for_anything(self) -> bool:
        """Whether it fits whatever the others do."""
        return self.when == (ANYTHING,)


Plan: TypeAlias = tuple[Branch, ...]


def turns_left(plan: Plan) -> int:
    """The most turns that a plan can still play."""
    return max((1 + turns_left(branch.then) for branch in plan), default=0)


def size(plan: Plan) -> int:
    """How many branches it has in all."""
    return sum(1 + size(branch.then) for branch in plan)

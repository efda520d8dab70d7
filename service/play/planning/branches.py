"""A plan as a value: branches, of which the first that fits what the others have played says what to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules import AnyPosition
from service.play.planning.turns_taken import TurnTaken, legal_turn


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


@dataclass(frozen=True)
class Step:
    """What a plan plays now, and what is left of it."""

    move: str
    left: Plan


@dataclass(frozen=True)
class Unforeseen:
    """Nothing to play: `why` is `unforeseen` if no branch fits what was played, `nothing-legal` if no move can be."""

    why: str
    played: str


def follow(plan: Plan, turns: Sequence[TurnTaken], position: AnyPosition) -> Step | Unforeseen:
    """The step of the first branch that fits the turns of the others and has a move that is legal now."""
    fitting = [branch for branch in plan if fits(branch, turns)]
    for branch in fitting:
        for move in branch.play:
            turn = legal_turn(position, move)
            if turn is not None:
                return Step(turn.move, branch.then)
    played = " / ".join(turn.move for turn in turns)
    return Unforeseen("nothing-legal" if fitting else "unforeseen", played)


def fits(branch: Branch, turns: Sequence[TurnTaken]) -> bool:
    """Whether the others have played what a branch is for."""
    return branch.is_for_anything or (
        len(branch.when) == len(turns)
        and all(
            any(_same(move, turn) for move in reply.moves) != reply.but
            for reply, turn in zip(branch.when, turns, strict=True)
        )
    )


def _same(move: str, turn: TurnTaken) -> bool:
    """Whether a move is what was played, or comes to the same on the board: the order of its parts may not matter."""
    if move == turn.move:
        return True
    meant = legal_turn(turn.before, move)
    return meant is not None and meant.after == turn.after

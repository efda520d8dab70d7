"""A conditional plan as a value: the first branch that fits the others' turns gives the move to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules import AnyPosition
from service.play.planning.turns_taken import TurnTaken, legal_turn


@dataclass(frozen=True)
class TheirTurn:
    """One turn of another player: one of the moves, or anything `but` these. `ANYTHING` excludes no move.

    Moves are written as in the log, actions joined by ", ".
    """

    moves: tuple[str, ...] = ()
    but: bool = False


ANYTHING = TheirTurn(but=True)


@dataclass(frozen=True)
class Branch:
    """A condition and its answers: if the others' turns match `when`, play the first legal move of `play`.

    `when` lists each turn of the others until the player's own. A lone `ANYTHING` matches any number of turns, also
    none. `then` is the plan from there; without it, the plan is done.
    """

    when: tuple[TheirTurn, ...]
    play: tuple[str, ...]
    then: tuple[Branch, ...] = ()

    @property
    def is_for_anything(self) -> bool:
        """Whether the branch fits whatever the others play."""
        return self.when == (ANYTHING,)


Plan: TypeAlias = tuple[Branch, ...]


def turns_left(plan: Plan) -> int:
    """Return the largest number of turns that a plan can still play."""
    return max((1 + turns_left(branch.then) for branch in plan), default=0)


def size(plan: Plan) -> int:
    """Count the branches of a plan at all depths."""
    return sum(1 + size(branch.then) for branch in plan)


def joined(plan: Plan, more: Plan) -> Plan:
    """Add branches to a plan, before its others; to the same turns, a new answer replaces the old one."""
    for new in more:
        old = next((branch for branch in plan if branch.when == new.when), None)
        if old is None:
            plan = (new, *plan)
            continue
        whole = replace(new, then=joined(old.then, new.then)) if old.play == new.play else new
        plan = tuple(whole if branch is old else branch for branch in plan)
    return plan


def after(plan: Plan, turns: Sequence[TurnTaken]) -> Plan:
    """Return the branches that these first turns of the others fit, without them."""
    played = len(turns)
    fitting = (branch for branch in plan if fits(replace(branch, when=branch.when[:played]), turns))
    return tuple(branch if branch.is_for_anything else replace(branch, when=branch.when[played:]) for branch in fitting)


@dataclass(frozen=True)
class Step:
    """The move that a plan plays now, and the rest of the plan."""

    move: str
    left: Plan


@dataclass(frozen=True)
class Unforeseen:
    """No move to play: `why` is `unforeseen` if no branch fits what was played, `nothing-legal` if no move is legal."""

    why: str
    played: str


def follow(plan: Plan, turns: Sequence[TurnTaken], position: AnyPosition) -> Step | Unforeseen:
    """Return the step of the first branch that fits the turns of the others and has a move that is legal now."""
    fitting = [branch for branch in plan if fits(branch, turns)]
    for branch in fitting:
        for move in branch.play:
            turn = legal_turn(position, move)
            if turn is not None:
                return Step(turn.move, branch.then)
    played = " / ".join(turn.move for turn in turns)
    return Unforeseen("nothing-legal" if fitting else "unforeseen", played)


def fits(branch: Branch, turns: Sequence[TurnTaken]) -> bool:
    """Return whether the others have played what a branch is for."""
    return branch.is_for_anything or (
        len(branch.when) == len(turns)
        and all(
            any(_same(move, turn) for move in reply.moves) != reply.but
            for reply, turn in zip(branch.when, turns, strict=True)
        )
    )


def _same(move: str, turn: TurnTaken) -> bool:
    """Return whether a move was played, or leads to the same position: the order of its actions may not matter."""
    if move == turn.move:
        return True
    meant = legal_turn(turn.before, move)
    return meant is not None and meant.after == turn.after

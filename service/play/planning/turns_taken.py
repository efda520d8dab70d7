"""Whole turns: split a log into turns, parse a move as a turn, and sample possible turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import rules
from rules import CHANCE, AnyPosition, BadNotation, IllegalAction, Seat

MOST_ROLLS = 80
"""Most outcomes of chance explored in one position; three dice have fewer different ones."""


@dataclass(frozen=True)
class TurnTaken:
    """One turn of a seat, or a supposed roll (`CHANCE`): its actions, and the positions before and after."""

    seat: Seat
    before: AnyPosition
    actions: tuple[Any, ...]
    after: AnyPosition

    @property
    def move(self) -> str:
        """The move as it is written in the log."""
        return ", ".join(map(str, self.actions))


def turns_taken(start: AnyPosition, actions: Iterable[str]) -> list[TurnTaken]:
    """Split a log into turns, starting at a position; actions of chance between turns are left out."""
    found: list[TurnTaken] = []
    before, position, taken = start, start, list[Any]()
    for text in actions:
        seat, action = position.current_player(), position.parse_action(text)
        if seat == CHANCE:
            position = position.apply(action)
            before = before if taken else position
            continue
        before = before if taken else position
        taken, position = [*taken, action], position.apply(action)
        if not position.mid_turn:
            found.append(TurnTaken(seat or 0, before, tuple(taken), position))
            taken = []
    return found


def taken(position: AnyPosition, move: str) -> TurnTaken:
    """Parse a move as one turn from a position; IllegalAction or BadNotation if it is none there."""
    actions = rules.parse_move(position, move)
    after = position
    for number, step in enumerate(rules.steps(position, actions), 1):
        after = step
        if not after.mid_turn and number < len(actions):
            raise IllegalAction("not-your-turn", actions[number])
    if after.mid_turn:
        raise IllegalAction("incomplete-move", actions[-1])
    return TurnTaken(position.current_player() or 0, position, tuple(actions), after)


def legal_turn(position: AnyPosition, move: str) -> TurnTaken | None:
    """Parse a move as one turn from a position, or return None."""
    try:
        return taken(position, move)
    except (BadNotation, IllegalAction):
        return None


def rolled(position: AnyPosition) -> list[AnyPosition]:
    """Return the positions after every outcome of chance; the position itself if it is not chance's turn."""
    waiting, reached = [position], list[AnyPosition]()
    while waiting:
        each = waiting.pop()
        if each.current_player() != CHANCE:
            reached.append(each)
            continue
        waiting += {each.apply(outcome) for outcome, _ in each.chance_outcomes()}
    return some(reached, MOST_ROLLS)


def samples(position: AnyPosition, most: int) -> Iterator[TurnTaken]:
    """Yield up to `most` possible turns, spread evenly over the legal actions; deterministic."""
    rng = Random(0)  # noqa: S311  # no dice
    for action in some(position.legal_actions(), most):
        actions, after = [action], position.apply(action)
        while after.mid_turn and after.current_player() not in (CHANCE, None):
            actions.append(rng.choice(after.legal_actions()))
            after = after.apply(actions[-1])
        yield TurnTaken(position.current_player() or 0, position, tuple(actions), after)


def only_turn(position: AnyPosition) -> str | None:
    """Return the move if exactly one is legal, else None."""
    actions: list[Any] = []
    while not actions or position.mid_turn:
        legal = position.legal_actions()
        if len(legal) != 1:
            return None
        actions.append(legal[0])
        position = position.apply(legal[0])
    return ", ".join(map(str, actions))


def some(things: Sequence[Any], most: int) -> list[Any]:
    """Return at most `most` of some things, evenly spread."""
    if len(things) <= most:
        return list(things)
    return [things[number * len(things) // most] for number in range(most)]

"""Validated play of moves from people and programs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeVar

from rules.errors import IllegalAction
from rules.game import CHANCE, AnyPosition
from rules.notation import read_move

P = TypeVar("P", bound=AnyPosition)


def parse_move(position: AnyPosition, move: str) -> list[Any]:
    """Parse the actions of a move without checking them against the position; raise BadNotation."""
    return read_move(move, position.parse_action)


def play(position: P, move: str) -> P:
    """Apply a whole move of the seat to act; raise IllegalAction(code, action) or BadNotation.

    A move may hold several turns if the same seat goes on. It may not stop in mid-turn, pass on to another seat or
    continue past a roll. A refused move changes nothing.
    """
    actions = parse_move(position, move)
    for after in steps(position, actions):
        position = after
    if position.mid_turn:
        raise IllegalAction("incomplete-move", actions[-1])
    return position


def steps(position: P, actions: Iterable[Hashable]) -> Iterator[P]:
    """Yield the position after each action of one seat, checked as in `play`; the turn may stay unfinished."""
    mover = position.current_player()
    for number, action in enumerate(actions):
        to_act = position.current_player()
        if number and to_act not in (mover, None):
            raise IllegalAction("past-a-roll" if to_act == CHANCE else "not-your-turn", action)
        check_action(position, action)
        position = position.apply(action)
        yield position


def check_action(position: AnyPosition, action: Hashable) -> None:
    """Check that an action is legal or, on CHANCE's turn, possible; raise IllegalAction with the code of the rule."""
    to_act = position.current_player()
    if to_act is None:
        raise IllegalAction("game-over", action)
    if to_act == CHANCE:
        if action not in [outcome for outcome, _ in position.chance_outcomes()]:
            raise IllegalAction("impossible-outcome", action)
    elif (code := position.refusal(action)) is not None:
        raise IllegalAction(code, action)

"""Checked play: moves as people and programs submit them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeVar

from rules.errors import IllegalAction
from rules.game import CHANCE, AnyPosition
from rules.notation import read_move

P = TypeVar("P", bound=AnyPosition)


def parse_move(position: AnyPosition, move: str) -> list[Any]:
    """The actions of a move as written, not yet checked against the position; BadNotation if one cannot be read."""
    return read_move(move, position.parse_action)


def play(position: P, move: str) -> P:
    """The position after a whole move of whoever is to act, or IllegalAction(code, action) or BadNotation.

    A move may hold several turns where the same seat goes on; it may not stop in mid-turn, pass on to another seat or
    reach across a roll. A refused move has changed nothing.
    """
    actions = parse_move(position, move)
    for after in steps(position, actions):
        position = after
    if position.mid_turn:
        raise IllegalAction("incomplete-move", actions[-1])
    return position


def steps(position: P, actions: Iterable[Hashable]) -> Iterator[P]:
    """The position after each action of one seat, checked as in `play`, except that the turn may be left unfinished."""
    mover = position.current_player()
    for number, action in enumerate(actions):
        to_act = position.current_player()
        if number and to_act not in (mover, None):
            raise IllegalAction("past-a-roll" if to_act == CHANCE else "not-your-turn", action)
        check_action(position, action)
        position = position.apply(action)
        yield position


def check_action(position: AnyPosition, action: Hashable) -> None:
    """IllegalAction with the code of the rule broken, unless `action` is legal or, on CHANCE's turn, possible."""
    to_act = position.current_player()
    if to_act is None:
        raise IllegalAction("game-over", action)
    if to_act == CHANCE:
        if action not in [outcome for outcome, _ in position.chance_outcomes()]:
            raise IllegalAction("impossible-outcome", action)
    elif (code := position.refusal(action)) is not None:
        raise IllegalAction(code, action)

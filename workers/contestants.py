"""Who plays in the arena: the five levels, two players to measure against, and any function named by its module."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, TypeAlias

from rules import AnyPosition
from rules.game import Tactics
from workers.search import LEVELS, choose_turn

Player: TypeAlias = Callable[[AnyPosition, Tactics, Random], list[Any]]
"""Finds at least one action for the seat to act; further ones only as long as its turn goes on without a roll."""


class UnknownPlayer(ValueError):
    """There is no player of that name."""


def random(position: AnyPosition, _tactics: Tactics, rng: Random) -> list[Any]:
    """Any legal action."""
    return [rng.choice(position.legal_actions())]


def greedy(position: AnyPosition, tactics: Tactics, _rng: Random) -> list[Any]:
    """The action that looks best at first sight."""
    return [tactics.candidates(position)[0][0]]


def level(number: int) -> Player:
    """The player of one of the five levels."""

    def turn(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        return choose_turn(position, tactics, number, rng)

    return turn


PLAYERS: dict[str, Player] = {
    "random": random,
    "greedy": greedy,
    **{f"level{number}": level(number) for number in LEVELS},
}


def player(name: str) -> Player:
    """The player of that name, such as `random`, `level3` or `my.module:function`; or UnknownPlayer."""
    if name in PLAYERS:
        return PLAYERS[name]
    module, _, function = name.partition(":")
    try:
        found: Player = getattr(import_module(module), function)
    except (ImportError, ValueError, AttributeError):
        raise UnknownPlayer(name) from None
    return found

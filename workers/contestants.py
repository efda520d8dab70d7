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


def level(number: int, seconds: float | None = None) -> Player:
    """The player of one of the five levels, thinking for so many seconds at a time or as long as it always does."""
    own = LEVELS[number].budget
    budget = own if seconds is None else own._replace(seconds=seconds)

    def turn(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        return choose_turn(position, tactics, number, rng, budget=budget)

    return turn


SIMPLE: dict[str, Player] = {"random": random, "greedy": greedy}


def player(name: str, seconds: float | None = None) -> Player:
    """The player of that name, such as `random`, `level3` or `my.module:function`; or UnknownPlayer."""
    if name in SIMPLE:
        return SIMPLE[name]
    for number in LEVELS:
        if name == f"level{number}":
            return level(number, seconds)
    module, _, function = name.partition(":")
    try:
        found: Player = getattr(import_module(module), function)
    except (ImportError, ValueError, AttributeError):
        raise UnknownPlayer(name) from None
    return found

"""Who plays in the arena: the five levels, three players to measure against, and any function named by its module."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from importlib import import_module
from math import inf
from random import Random
from typing import Any, TypeAlias

from rules import AnyPosition
from rules.game import Tactics
from workers.search import LEVELS, Budget, choose_turn
from workers.search.limit import Clock
from workers.search.uct import Uct

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


def level(number: int, seconds: float | None = None, clock: Clock = time.monotonic) -> Player:
    """The player of one of the five levels, thinking for so many seconds at a time or as long as it always does."""
    own = LEVELS[number].budget
    budget = own if seconds is None else own._replace(seconds=seconds)

    def turn(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        return choose_turn(position, tactics, number, rng, clock, budget)

    return turn


def uct(budget: Budget, clock: Clock = time.monotonic) -> Player:
    """Plain UCT with random roll-outs, as many as the budget lets it have for each action."""
    search = Uct()

    def action(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        return search.find(position, tactics, rng, budget.start(clock))

    return action


SIMPLE: dict[str, Player] = {"random": random, "greedy": greedy}
ROLLOUTS = re.compile(r"uct-([1-9]\d{0,8})", re.ASCII)
UNCOUNTED = 10**9
"""Roll-outs that nobody makes in the time there is."""


def player(name: str, seconds: float | None = None, clock: Clock = time.monotonic) -> Player:
    """The player of that name, or UnknownPlayer.

    It is `random`, `greedy`, `level3`, `uct` (which thinks as long as level 5 if `seconds` is not said), `uct-500` with
    500 roll-outs an action, or a function like `my.module:function`.
    """
    if name in SIMPLE:
        return SIMPLE[name]
    if name == "uct":
        return uct(Budget(LEVELS[5].budget.seconds if seconds is None else seconds, UNCOUNTED), clock)
    if rollouts := ROLLOUTS.fullmatch(name):
        return uct(Budget(inf, int(rollouts[1])), clock)
    for number in LEVELS:
        if name == f"level{number}":
            return level(number, seconds, clock)
    return _imported(name)


def _imported(name: str) -> Player:
    module, _, function = name.partition(":")
    try:
        found: Player = getattr(import_module(module), function)
    except (ImportError, ValueError, AttributeError):
        raise UnknownPlayer(name) from None
    return found

"""Who plays in the arena: the five levels, four players to measure against, and any function named by its module."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from importlib import import_module
from math import inf
from random import Random
from typing import Any, TypeAlias

from benchmarks.arena.uct import Uct
from rules import AnyPosition
from rules.game import Tactics
from workers.search import LEVELS, Budget, choose_turn, level_at
from workers.search.levels import Instinct
from workers.search.limit import Clock

Player: TypeAlias = Callable[[AnyPosition, Tactics, Random], list[Any]]
"""Finds at least one action for the seat to act; further ones only as long as its turn goes on without a roll."""


UNCOUNTED = 10**9
"""Roll-outs that nobody makes in the time there is."""
AT_FIRST_SIGHT = Instinct(temperature=1.0)
UNLIMITED = Budget(inf, UNCOUNTED).start(lambda: 0.0)


class UnknownPlayer(ValueError):
    """There is no player of that name."""


def random(position: AnyPosition, _tactics: Tactics, rng: Random) -> list[Any]:
    """Any legal action."""
    return [rng.choice(position.legal_actions())]


def greedy(position: AnyPosition, tactics: Tactics, _rng: Random) -> list[Any]:
    """The action that looks best at first sight."""
    return [tactics.candidates(position)[0][0]]


def points(position: AnyPosition, _tactics: Tactics, rng: Random) -> list[Any]:
    """An action that brings most points at once, or costs the others most: it knows the rules alone."""
    seat, leads = position.current_player() or 0, []
    for action in position.legal_actions():
        scores = position.apply(action).scores()
        leads.append((scores[seat] - max([*scores[:seat], *scores[seat + 1 :]], default=0), action))
    most = max(found for found, _ in leads)
    return [rng.choice([action for found, action in leads if found == most])]


def opening(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
    """A whole turn by what is seen at first sight, drawn by its weights."""
    actions: list[Any] = []
    while not actions or position.mid_turn:
        actions += AT_FIRST_SIGHT.find(position, tactics, rng, UNLIMITED)
        position = position.apply(actions[-1])
    return actions


def level(number: int, seconds: float | None = None, clock: Clock = time.monotonic, part: float = 1.0) -> Player:
    """The player of one of the five levels, thinking for so many seconds at a time or as long as it always does.

    `part` is how much of its time a level has that thinks by the clock.
    """

    def turn(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        own = level_at(position, tactics, number)
        usual = own.budget.seconds * (part if own.by_the_clock else 1.0)
        budget = own.budget._replace(seconds=usual if seconds is None else seconds)
        return choose_turn(position, tactics, number, rng, clock, budget)

    return turn


def uct(budget: Budget, clock: Clock = time.monotonic) -> Player:
    """Plain UCT with random roll-outs, as many as the budget lets it have for each action."""
    search = Uct()

    def action(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        return search.find(position, tactics, rng, budget.start(clock))

    return action


SIMPLE: dict[str, Player] = {"random": random, "points": points, "greedy": greedy}
NUMBERED = {f"level{number}": number for number in LEVELS}
ROLLOUTS = re.compile(r"uct-([1-9]\d{0,8})", re.ASCII)
TIMED = re.compile(r"uct(?:-([1-9]\d{0,2})x)?", re.ASCII)
"""Plain UCT by the clock, and how many times the seconds it has."""


def player(name: str, seconds: float | None = None, clock: Clock = time.monotonic, part: float = 1.0) -> Player:
    """The player of that name, or UnknownPlayer.

    It is `random`, `points`, `greedy`, `level3`, `uct` (which thinks as long as level 5 if `seconds` is not said),
    `uct-10x` with ten times as long, `uct-500` with 500 roll-outs an action, or a function like `my.module:function`.
    `part` is that of `level`.
    """
    if name in SIMPLE:
        return SIMPLE[name]
    if timed := TIMED.fullmatch(name):
        own = LEVELS[5].budget.seconds * part if seconds is None else seconds
        return uct(Budget(own * int(timed[1] or 1), UNCOUNTED), clock)
    if rollouts := ROLLOUTS.fullmatch(name):
        return uct(Budget(inf, int(rollouts[1])), clock)
    if name in NUMBERED:
        return level(NUMBERED[name], seconds, clock, part)
    return _imported(name)


def thinks_by_the_clock(name: str, position: AnyPosition, tactics: Tactics) -> bool:
    """Whether a player of that name is the stronger the longer it is given, in the game of a position."""
    if name in NUMBERED:
        return level_at(position, tactics, NUMBERED[name]).by_the_clock
    return TIMED.fullmatch(name) is not None


def recipe(name: str, position: AnyPosition, tactics: Tactics) -> str:
    """How a player of that name finds its actions in the game of a position, as far as that can be said in a line."""
    if name not in NUMBERED:
        return name
    search, budget, _ = level_at(position, tactics, NUMBERED[name])
    return f"{name}: {type(search).__name__} {vars(search)}, {budget}"


def _imported(name: str) -> Player:
    module, _, function = name.partition(":")
    try:
        found: Player = getattr(import_module(module), function)
    except (ImportError, ValueError, AttributeError):
        raise UnknownPlayer(name) from None
    return found

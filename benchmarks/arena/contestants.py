"""Players of the arena: the five levels, four reference players, and any function named by its module."""

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
"""Chooses at least one action for the seat to act; further ones only while its turn goes on without a roll."""


UNCOUNTED = 10**9
"""Number of roll-outs that no player reaches in its time."""
AT_FIRST_SIGHT = Instinct(temperature=1.0)
UNLIMITED = Budget(inf, UNCOUNTED).start(lambda: 0.0)


class UnknownPlayer(ValueError):
    """No player has this name."""


def random(position: AnyPosition, _tactics: Tactics, rng: Random) -> list[Any]:
    """Choose any legal action."""
    return [rng.choice(position.legal_actions())]


def greedy(position: AnyPosition, tactics: Tactics, _rng: Random) -> list[Any]:
    """Choose the best candidate without a search."""
    return [tactics.candidates(position)[0][0]]


def points(position: AnyPosition, _tactics: Tactics, rng: Random) -> list[Any]:
    """Choose an action that gains the most points at once, or costs the others most; it knows only the rules."""
    seat, leads = position.current_player() or 0, []
    for action in position.legal_actions():
        scores = position.apply(action).scores()
        leads.append((scores[seat] - max([*scores[:seat], *scores[seat + 1 :]], default=0), action))
    most = max(found for found, _ in leads)
    return [rng.choice([action for found, action in leads if found == most])]


def opening(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
    """Play a whole turn drawn by the weights of the candidates."""
    actions: list[Any] = []
    while not actions or position.mid_turn:
        actions += AT_FIRST_SIGHT.find(position, tactics, rng, UNLIMITED)
        position = position.apply(actions[-1])
    return actions


def level(number: int, seconds: float | None = None, clock: Clock = time.monotonic, part: float = 1.0) -> Player:
    """Return the player of a level, with this many seconds at a time or its own budget.

    `part` scales the time of a level that thinks by the clock.
    """

    def turn(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        own = level_at(position, tactics, number)
        usual = own.budget.seconds * (part if own.by_the_clock else 1.0)
        budget = own.budget._replace(seconds=usual if seconds is None else seconds)
        return choose_turn(position, tactics, number, rng, clock, budget)

    return turn


def uct(budget: Budget, clock: Clock = time.monotonic) -> Player:
    """Return a player of plain UCT with random roll-outs, limited by the budget for each action."""
    search = Uct()

    def action(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        return search.find(position, tactics, rng, budget.start(clock))

    return action


SIMPLE: dict[str, Player] = {"random": random, "points": points, "greedy": greedy}
NUMBERED = {f"level{number}": number for number in LEVELS}
ROLLOUTS = re.compile(r"uct-([1-9]\d{0,8})", re.ASCII)
TIMED = re.compile(r"uct(?:-([1-9]\d{0,2})x)?", re.ASCII)
"""Plain UCT by the clock, and a factor for its seconds."""


def player(name: str, seconds: float | None = None, clock: Clock = time.monotonic, part: float = 1.0) -> Player:
    """Return the player of a name; raise UnknownPlayer.

    It is `random`, `points`, `greedy`, `level3`, `uct` (with the time of level 5 if `seconds` is None), `uct-10x` with
    ten times as long, `uct-500` with 500 roll-outs an action, or a function like `my.module:function`. `part` is that
    of `level`.
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
    """Return whether a player gets stronger with more time, in the game of a position."""
    if name in NUMBERED:
        return level_at(position, tactics, NUMBERED[name]).by_the_clock
    return TIMED.fullmatch(name) is not None


def recipe(name: str, position: AnyPosition, tactics: Tactics) -> str:
    """Describe a player's search in the game of a position, as far as one line can."""
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

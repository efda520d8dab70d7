"""The five levels: what each one does to find its actions, and how long it may take over them."""

from __future__ import annotations

import time
from random import Random
from typing import NamedTuple, Protocol

from rules.game import A, Position, Tactics
from workers.search.instinct import Instinct
from workers.search.limit import Budget, Clock, Limit
from workers.search.lookahead import Lookahead
from workers.search.tree import TreeSearch


class Search(Protocol):
    """A way to find actions."""

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """At least one action for the seat to act, and more only where its turn goes on after it without a roll."""


class Level(NamedTuple):
    """A strength of play."""

    search: Search
    budget: Budget


NO_TIME = Budget(0.0, 0)
TURN_SECONDS = 12.0
"""How long a whole turn is thought over at most, however many actions it has; what is left then is played at sight."""

LEVELS = {
    1: Level(Instinct(temperature=2.0, by_game=True), NO_TIME),
    2: Level(Instinct(temperature=0.3), NO_TIME),
    3: Level(Lookahead(), Budget(0.7, 20_000)),
    4: Level(TreeSearch(), Budget(1.5, 50_000)),
    5: Level(TreeSearch(), Budget(4.5, 200_000)),
}
"""By number, the weakest first."""


def choose(
    position: Position[A],
    tactics: Tactics,
    level: int,
    rng: Random,
    clock: Clock = time.monotonic,
    budget: Budget | None = None,
) -> A:
    """The action of a level for the seat to act; `budget` replaces the level's own."""
    return _search(position, tactics, level, rng, clock, budget)[0]


def choose_turn(
    position: Position[A],
    tactics: Tactics,
    level: int,
    rng: Random,
    clock: Clock = time.monotonic,
    budget: Budget | None = None,
) -> list[A]:
    """The actions of a level for one whole turn, or up to the next roll if that comes first: never empty."""
    actions: list[A] = []
    given, until = budget or LEVELS[level].budget, clock() + TURN_SECONDS
    while not actions or position.mid_turn:
        left = given._replace(seconds=min(given.seconds, max(0.0, until - clock())))
        found = _search(position, tactics, level, rng, clock, left)
        for action in found:
            position = position.apply(action)
        actions += found
    return actions


def _search(
    position: Position[A], tactics: Tactics, level: int, rng: Random, clock: Clock, budget: Budget | None
) -> list[A]:
    candidates = tactics.candidates(position)
    if len(candidates) == 1:
        return [candidates[0][0]]
    chosen = LEVELS[level]
    return chosen.search.find(position, tactics, rng, (budget or chosen.budget).start(clock))

"""The five levels: how each one finds its actions, and its time limits."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple, Protocol

from rules.game import A, Position, Tactics
from rules.searching import Careless, Graded, Skill
from workers.search.limit import Budget, Clock, Limit
from workers.search.lookahead import Lookahead
from workers.search.solver import solved
from workers.search.tree import TreeSearch


@dataclass(frozen=True)
class Instinct:
    """Draws a candidate with a probability proportional to weight ** (1 / temperature).

    Temperature 1 follows the weights, a higher one is more careless, one close to 0 always takes the best. This equals
    taking the best after a random misjudgement of each weight (the "Gumbel-max trick").
    """

    temperature: float

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """Draw one action without search."""
        candidates = tactics.candidates(position)
        best = max(weight for _, weight in candidates)
        chances = [(weight / best) ** (1 / self.temperature) for _, weight in candidates]
        return rng.choices([action for action, _ in candidates], chances)


class Search(Protocol):
    """A search algorithm."""

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """Return at least one action for the seat to move; more only if its turn continues without a roll."""


@dataclass(frozen=True)
class Hasty:
    """Skips the search with a given probability at each choice, and follows the weights of the candidates instead."""

    search: Search
    likely: float

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """Return the actions of the search, or one action without search."""
        search = AT_SIGHT if rng.random() < self.likely else self.search
        return search.find(position, tactics, rng, limit)


class Level(NamedTuple):
    """A strength of play."""

    search: Search
    budget: Budget
    by_the_clock: bool = False
    """Whether its time limit ends its search; for other levels it is only a cap for slow machines.

    Such a level follows a solution to the best end if it finds one (see `solver`).
    """


AT_SIGHT = Instinct(temperature=1.0)
NO_TIME = Budget(0.0, 0)
WALKS_SECONDS = 3.0
"""Time limit of a level with a number of iterations, ample unless the machine is many times slower than ours."""
TURN_SECONDS = 12.0
"""Time limit of a whole turn, however many actions it has; the remaining ones are played without search."""

LEVELS = {
    1: Level(Instinct(temperature=2.0), NO_TIME),
    2: Level(Instinct(temperature=0.3), NO_TIME),
    3: Level(Lookahead(), Budget(0.7, 20_000), by_the_clock=True),
    4: Level(TreeSearch(), Budget(1.5, 50_000), by_the_clock=True),
    5: Level(TreeSearch(), Budget(4.5, 200_000), by_the_clock=True),
}
"""The levels by number, the weakest first, for games whose tactics do not define their own."""


def level_at(position: Position[A], tactics: Tactics, number: int) -> Level:
    """Return a level's settings for the game of a position."""
    skill = tactics.skills(position).get(number) if isinstance(tactics, Graded) else None
    return LEVELS[number] if skill is None else _level_of(skill)


@lru_cache
def _level_of(skill: Skill) -> Level:
    if isinstance(skill, Careless):
        return Level(Instinct(skill.temperature), NO_TIME)
    search = Hasty(TreeSearch(), skill.hasty) if skill.hasty else TreeSearch()
    return Level(search, Budget(WALKS_SECONDS, skill.number))


def choose_turn(
    position: Position[A],
    tactics: Tactics,
    level: int,
    rng: Random,
    clock: Clock = time.monotonic,
    budget: Budget | None = None,
) -> list[A]:
    """Choose the actions of a level for one whole turn, or up to the next roll if that comes first; never empty."""
    actions: list[A] = []
    chosen = level_at(position, tactics, level)
    given, until = budget or chosen.budget, clock() + TURN_SECONDS
    while not actions or position.mid_turn:
        limit = given._replace(seconds=min(given.seconds, max(0.0, until - clock()))).start(clock)
        candidates = tactics.candidates(position)
        found = [candidates[0][0]] if len(candidates) == 1 else []
        if not found and chosen.by_the_clock:
            found = solved(position, tactics, limit)
        found = found or chosen.search.find(position, tactics, rng, limit)
        for action in found:
            position = position.apply(action)
        actions += found
    return actions

"""Reference player: plain UCT, which knows only the rules of a game."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from operator import add
from random import Random
from typing import Any, TypeVar

from rules import CHANCE, AnyPosition
from rules.game import A, Position, Tactics
from workers.search.limit import Limit

P = TypeVar("P", bound=AnyPosition)

EXPLORATION = sqrt(2)
"""The constant of UCB1 for rewards from 0 to 1 (Auer, Cesa-Bianchi & Fischer, 2002)."""


@dataclass(frozen=True)
class Uct:
    """Plain UCT: finds the most visited action (Kocsis & Szepesvári, "Bandit based Monte-Carlo planning", 2006).

    Each round descends by UCB1 while every action has been tried, tries another one otherwise, plays from there to the
    end at random, and backs the rewards up. Every seat maximises its own reward; dice are rolled by their
    probabilities. Of the tactics it uses only the value of finished games.
    """

    exploration: float = EXPLORATION

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """Search one action, after at least one round."""
        root = self.grown(position, tactics, rng, limit)
        best = max(root.children, key=lambda child: child.visits)
        return [best.action]

    def grown(self, position: AnyPosition, tactics: Tactics, rng: Random, limit: Limit) -> UctNode:
        """Grow the tree until the limit; each round spends one. Return its root."""
        root = UctNode(None, position)
        while not root.visits or limit.left():
            self._round(root, tactics, rng)
            limit.spend()
        return root

    def _round(self, root: UctNode, tactics: Tactics, rng: Random) -> None:
        path = [node := root]
        while node.seat is not None and not node.untried:
            node = node.rolled(rng) if node.seat == CHANCE else node.select(self.exploration)
            path.append(node)
        if node.untried:
            path.append(node := node.expand(rng))
        rewards = tactics.estimate(played_out(node.position, rng))
        for passed in path:
            passed.note(rewards)


class UctNode:
    """A node of the tree: the action that led to its position, its visits, and the sums of rewards by seat."""

    __slots__ = ("action", "children", "position", "seat", "totals", "untried", "visits")

    def __init__(self, action: Hashable, position: AnyPosition) -> None:
        self.action: Any = action
        self.position = position
        self.seat = position.current_player()
        self.visits = 0
        self.totals: list[float] = []
        self.untried: list[Any] = list(position.legal_actions())
        """Actions of the seat to act that no round has taken yet; empty where dice are rolled."""
        self.children: list[UctNode] = []

    def select(self, exploration: float) -> UctNode:
        """Select the child with the highest UCB1.

        Its mean for the seat to act + exploration * sqrt(ln visits here / its).
        """
        seat = self.seat or 0
        logarithm = log(self.visits)
        return max(
            self.children,
            key=lambda child: child.totals[seat] / child.visits + exploration * sqrt(logarithm / child.visits),
        )

    def expand(self, rng: Random) -> UctNode:
        """Add a child by an untried action, chosen uniformly."""
        number = rng.randrange(len(self.untried))
        self.untried[number], self.untried[-1] = self.untried[-1], self.untried[number]
        return self._child(self.untried.pop())

    def rolled(self, rng: Random) -> UctNode:
        """Return the child of an outcome drawn by its probability; create it at its first occurrence."""
        outcome = drawn(self.position, rng)
        known = next((child for child in self.children if child.action == outcome), None)
        return known or self._child(outcome)

    def _child(self, action: Hashable) -> UctNode:
        child = UctNode(action, self.position.apply(action))
        self.children.append(child)
        return child

    def note(self, rewards: Sequence[float]) -> None:
        """Add the rewards of one round."""
        self.totals = list(map(add, self.totals, rewards)) if self.visits else list(rewards)
        self.visits += 1


def played_out(position: P, rng: Random) -> P:
    """Play a game to its end with uniformly random legal actions."""
    while (seat := position.current_player()) is not None:
        action = drawn(position, rng) if seat == CHANCE else rng.choice(position.legal_actions())
        position = position.apply(action)
    return position


def drawn(position: Position[A], rng: Random) -> A:
    """Draw an outcome of the dice."""
    outcomes = position.chance_outcomes()
    return rng.choices([action for action, _ in outcomes], [float(chance) for _, chance in outcomes])[0]

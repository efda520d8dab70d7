"""The reference player: plain UCT, which knows nothing of a game but its rules, for others to be measured against."""

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
    """Finds the action most often visited by UCT (Kocsis & Szepesvári, "Bandit based Monte-Carlo planning", 2006).

    Each round walks down by UCB1 as long as every action has been tried, tries another one where not, and plays from
    there to the end at random; what each seat gets there goes back up to all that was passed. Every seat wants the most
    for itself; dice are rolled by their probabilities. Of the tactics, only what the end of a game is worth is asked.
    """

    exploration: float = EXPLORATION

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """One action, after one round at least."""
        root = self.grown(position, tactics, rng, limit)
        best = max(root.children, key=lambda child: child.visits)
        return [best.action]

    def grown(self, position: AnyPosition, tactics: Tactics, rng: Random, limit: Limit) -> UctNode:
        """The root of the tree when the limit is reached; each round spends one."""
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
    """A position in the tree: the action that led to it, how often it was visited, and the sums of what seats got."""

    __slots__ = ("action", "children", "position", "seat", "totals", "untried", "visits")

    def __init__(self, action: Hashable, position: AnyPosition) -> None:
        self.action: Any = action
        self.position = position
        self.seat = position.current_player()
        self.visits = 0
        self.totals: list[float] = []
        self.untried: list[Any] = list(position.legal_actions())
        """Actions of the seat to act that no round has taken yet; nothing where dice are rolled."""
        self.children: list[UctNode] = []

    def select(self, exploration: float) -> UctNode:
        """The child with the highest UCB1: its mean for the seat to act + exploration * sqrt(ln visits here / its)."""
        seat = self.seat or 0
        logarithm = log(self.visits)
        return max(
            self.children,
            key=lambda child: child.totals[seat] / child.visits + exploration * sqrt(logarithm / child.visits),
        )

    def expand(self, rng: Random) -> UctNode:
        """A new child by an action not tried yet, any as likely as another."""
        number = rng.randrange(len(self.untried))
        self.untried[number], self.untried[-1] = self.untried[-1], self.untried[number]
        return self._child(self.untried.pop())

    def rolled(self, rng: Random) -> UctNode:
        """The child of an outcome, drawn by its probability; made when it comes up for the first time."""
        outcome = drawn(self.position, rng)
        known = next((child for child in self.children if child.action == outcome), None)
        return known or self._child(outcome)

    def _child(self, action: Hashable) -> UctNode:
        child = UctNode(action, self.position.apply(action))
        self.children.append(child)
        return child

    def note(self, rewards: Sequence[float]) -> None:
        """Take in what each seat got in one round."""
        self.totals = list(map(add, self.totals, rewards)) if self.visits else list(rewards)
        self.visits += 1


def played_out(position: P, rng: Random) -> P:
    """The end of a game that goes on with any legal action, each as likely as another."""
    while (seat := position.current_player()) is not None:
        action = drawn(position, rng) if seat == CHANCE else rng.choice(position.legal_actions())
        position = position.apply(action)
    return position


def drawn(position: Position[A], rng: Random) -> A:
    """What the dice show."""
    outcomes = position.chance_outcomes()
    return rng.choices([action for action, _ in outcomes], [float(chance) for _, chance in outcomes])[0]

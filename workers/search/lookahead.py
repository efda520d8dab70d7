"""Look-ahead to the end of one's own turn: best-first search with exact expectations over dice."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from operator import mul
from random import Random
from typing import Any

from rules import CHANCE, AnyPosition, Seat
from rules.game import A, Position, Tactics
from workers.search.limit import Limit

LOSS = 0.01
"""Actions worth at most this much less than the best may be chosen, so that games differ."""


class Lookahead:
    """Finds the line with the best expected estimate for the seat to move, up to the next roll or the end of its turn.

    It builds a tree of all actions of the seat and all outcomes of its dice, until another seat moves or rolls. The
    most likely node is expanded first: its likelihood is that of its parent times its probability (dice) or its share
    of the weights (seat). Nodes not expanded at the limit keep their estimate. Values propagate upwards: the maximum
    over the seat's choices, the exact mean over dice. (Expansion by likelihood is "realization-probability search",
    Tsuruoka et al., 2002.)
    """

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """Return the actions of that line."""
        root = Node(None, position, share=1.0, worth=0.0)
        tree = Growth(tactics, root.seat or 0, limit)
        serial = count()
        frontier = [(-1.0, next(serial), root)]
        while frontier and (not root.children or limit.left()):
            likelihood, _, node = heappop(frontier)
            node.children = tree.children(node)
            for child in node.children:
                heappush(frontier, (likelihood * child.share, next(serial), child))
        root.settle()
        return list(line(root, rng))


class Node:
    """A position in the tree: the action that led to it, its share among its parent's children, and its worth."""

    __slots__ = ("action", "children", "position", "seat", "share", "worth")

    def __init__(self, action: Hashable, position: AnyPosition, share: float, worth: float) -> None:
        self.action: Any = action
        self.position = position
        self.seat = position.current_player()
        self.share = share
        self.worth = worth
        self.children: list[Node] = []

    def settle(self) -> float:
        """Compute the worth from the children, if any: the mean after a roll, the maximum otherwise."""
        if self.children:
            worths = [child.settle() for child in self.children]
            chance = self.seat == CHANCE
            self.worth = sum(map(mul, worths, (child.share for child in self.children))) if chance else max(worths)
        return self.worth


class Growth:
    """Creates the nodes of one tree within a limit, each worth its estimate for the searching seat."""

    def __init__(self, tactics: Tactics, seat: Seat, limit: Limit) -> None:
        self._tactics = tactics
        self._seat = seat
        self._limit = limit

    def children(self, node: Node) -> list[Node]:
        """Return the children of a node; none if the game is over or another seat moves there or after its roll.

        If the limit is reached meanwhile, a seat chooses among its best candidates, at least one. A roll without all of
        its outcomes has no children, as their mean would be wrong.
        """
        if node.seat == CHANCE:
            outcomes = node.position.chance_outcomes()
            ours = node.position.apply(outcomes[0][0]).current_player() == self._seat
            found = self._nodes(node.position, outcomes) if ours else []
            return found if len(found) == len(outcomes) else []
        return self._nodes(node.position, self._tactics.candidates(node.position)) if node.seat == self._seat else []

    def _nodes(self, position: AnyPosition, pairs: Sequence[tuple[Hashable, float | Fraction]]) -> list[Node]:
        total = sum(weight for _, weight in pairs)
        found: list[Node] = []
        for action, weight in pairs:
            if found and not self._limit.left():
                break
            self._limit.spend()
            after = position.apply(action)
            found.append(Node(action, after, float(weight / total), self._tactics.estimate(after)[self._seat]))
        return found


def line(root: Node, lot: Random) -> Iterator[Any]:
    """Yield the actions of nearly the highest worth from the root on, to the end of the turn or of the tree."""
    node = root
    while node.children and (node is root or node.position.mid_turn):
        least = max(child.worth for child in node.children) - LOSS
        node = lot.choice([child for child in node.children if child.worth >= least])
        yield node.action

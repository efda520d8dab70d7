"""Looking ahead to the end of one's own turn, best first, with the expectation over the dice exact."""

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
    """Finds the line with the best expected estimate for the seat to act, up to the next roll or the end of its turn.

    A tree of everything that the seat can do, and of everything the dice can do to it, until another seat is to act or
    rolls. It grows where play is likeliest to go: a node is as likely as its parent times its probability, for the
    dice, or its share of the weights, for the seat. What has not grown when the limit is reached counts as it is
    estimated; from there values go back up: the best of what the seat may choose, the exact mean of what the dice may
    show. (Growing by likelihood is "realization-probability search", Tsuruoka et al., 2002.)
    """

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """The actions of that line."""
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
    """A position in the tree: the action that led to it, its share among what its parent leads to, and its worth."""

    __slots__ = ("action", "children", "position", "seat", "share", "worth")

    def __init__(self, action: Hashable, position: AnyPosition, share: float, worth: float) -> None:
        self.action: Any = action
        self.position = position
        self.seat = position.current_player()
        self.share = share
        self.worth = worth
        self.children: list[Node] = []

    def settle(self) -> float:
        """Take the worth from the children where there are any: the mean after a roll, the best otherwise."""
        if self.children:
            worths = [child.settle() for child in self.children]
            chance = self.seat == CHANCE
            self.worth = sum(map(mul, worths, (child.share for child in self.children))) if chance else max(worths)
        return self.worth


class Growth:
    """Makes the nodes of one tree within a limit, each worth what is estimated for the seat that looks ahead."""

    def __init__(self, tactics: Tactics, seat: Seat, limit: Limit) -> None:
        self._tactics = tactics
        self._seat = seat
        self._limit = limit

    def children(self, node: Node) -> list[Node]:
        """What a node leads to, unless the game is over or another seat goes on there, by itself or after its roll.

        When the limit is reached on the way, a seat has the best candidates to choose from, one at least; a roll whose
        outcomes have not all been made leads to nothing, for their mean would not be one.
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
    """The actions worth most, or hardly less, from the root on, as long as the turn lasts and the tree has grown."""
    node = root
    while node.children and (node is root or node.position.mid_turn):
        least = max(child.worth for child in node.children) - LOSS
        node = lot.choice([child for child in node.children if child.worth >= least])
        yield node.action

"""Monte Carlo tree search with the game's own judgement in place of random games (PUCT with chance nodes)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import sqrt
from operator import add
from random import Random
from typing import Any

from rules import CHANCE, AnyPosition
from rules.game import A, Position, Sampling, Tactics
from workers.search.limit import Limit

EXPLORATION = 1.0
"""How much the share of a candidate counts beside its value, in units of the spread of all values seen so far."""
GOLDEN = (sqrt(5) - 1) / 2
"""Steps of this length round a circle of length 1 fill it more evenly than random ones."""
THIN = 64
"""Visits below which the tree knows too little of a node to choose an action there."""


LOOKS = 3
"""Samples of a position before its prospects are looked for, which cost several times as much."""


class TreeSearch:
    """Finds the action most looked into, for the seat to act, and the rest of its turn as far as the tree knows enough.

    Each round walks down from the root, adds one node where the tree ends, and takes the estimate there (a value for
    each seat), or a sample in games that have some, back up, so that a node's value is the mean of all that was found
    below it. At a seat's turn the walk takes the action with the highest

        its value for that seat + EXPLORATION * spread * its share of the weights * sqrt(visits here) / (1 + its visits)

    (PUCT, from Silver et al., "Mastering the game of Go without human knowledge", 2017). Every seat wants the most for
    itself, which is max^n (Luckhardt & Irani, 1986): two seats, four seats and a team of all need nothing special. The
    spread between the lowest and the highest value seen so far takes the place of a constant for each game (as in
    Schrittwieser et al., "MuZero", 2020). An action not yet tried counts as the node it would leave.

    Where the dice are rolled, outcomes are drawn with their probabilities, but evenly spread (a golden-ratio sequence
    from a random start, at each node): this converges faster than independent draws and favours no outcome.
    """

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """The actions chosen, at least one."""
        root, scale = Node(position), Scale()
        samples = Samples(tactics)
        root.grow(samples, rng)
        while limit.left():
            walk(root, samples, rng, scale)
            limit.spend()
        return list(line(root))


class Samples:
    """What a search sees of a game: prospects and samples, or candidates and estimates in games that have no more."""

    def __init__(self, tactics: Tactics) -> None:
        self._tactics = tactics
        self._sample = tactics.sample if isinstance(tactics, Sampling) else None
        self.prospects = tactics.prospects if isinstance(tactics, Sampling) else tactics.candidates
        self.looks = LOOKS if self._sample else 1
        """Visits of a node before what can happen there is found out."""

    def sample(self, position: AnyPosition, rng: Random) -> Sequence[float]:
        """A sample of a position, or the estimate, which is always the same."""
        return self._sample(position, rng) if self._sample else self._tactics.estimate(position)


class Scale:
    """The lowest and the highest value of any seat seen in one search."""

    def __init__(self) -> None:
        self._low, self._high = 1.0, 0.0

    def note(self, values: Sequence[float]) -> None:
        """Take in the values of one more leaf."""
        self._low = min(self._low, *values)
        self._high = max(self._high, *values)

    @property
    def exploration(self) -> float:
        """The weight of exploration against value."""
        return EXPLORATION * max(0.0, self._high - self._low)


class Node:
    """A position in the tree. Its children are made when they are first walked to."""

    __slots__ = ("actions", "children", "cumulated", "offset", "position", "seat", "shares", "totals", "visits")

    def __init__(self, position: AnyPosition) -> None:
        self.position = position
        self.seat = position.current_player()
        self.visits = 0
        self.totals: list[float] = []
        """By seat, the sum of the values of all visits."""
        self.actions: list[Any] = []
        self.shares: list[float] = []
        self.children: list[Node | None] = []
        self.cumulated: list[float] = []
        """At a chance node, the probabilities summed up from the first outcome on."""
        self.offset = 0.0

    def grow(self, samples: Samples, rng: Random) -> None:
        """Find out what can happen here, in shares of 1."""
        chance = self.seat == CHANCE
        pairs = self.position.chance_outcomes() if chance else samples.prospects(self.position)
        total = float(sum(weight for _, weight in pairs))
        self.actions = [action for action, _ in pairs]
        self.shares = [float(weight) / total for _, weight in pairs]
        self.children = [None] * len(pairs)
        if chance:
            self.cumulated = list(accumulate(self.shares))
            self.offset = rng.random()

    def draw(self) -> int:
        """The number of the outcome that the next walk takes through this chance node."""
        return min(bisect(self.cumulated, (self.offset + self.visits * GOLDEN) % 1.0), len(self.actions) - 1)

    def select(self, exploration: float) -> int:
        """The number of the action that the next walk takes, by the formula of `TreeSearch`."""
        seat = self.seat or 0
        untried = self.totals[seat] / self.visits
        pull = exploration * sqrt(self.visits)
        best, choice = -1.0, 0
        for number, child in enumerate(self.children):
            if child is None:
                score = untried + pull * self.shares[number]
            else:
                score = child.totals[seat] / child.visits + pull * self.shares[number] / (1 + child.visits)
            if score > best:
                best, choice = score, number
        return choice

    def favourite(self) -> int:
        """The number of the action most often walked to; the one with the highest share among equals."""
        return max(range(len(self.children)), key=lambda n: (child.visits if (child := self.children[n]) else 0, -n))

    def child(self, number: int) -> Node:
        """The node after an action, made now if this is the first walk to it."""
        found = self.children[number]
        if found is None:
            found = self.children[number] = Node(self.position.apply(self.actions[number]))
        return found

    def note(self, values: Sequence[float]) -> None:
        """Take in what a walk through this node has found."""
        self.totals = list(map(add, self.totals, values)) if self.visits else list(values)
        self.visits += 1


def walk(root: Node, samples: Samples, rng: Random, scale: Scale) -> None:
    """One round: down to a node that has hardly been visited, or to an end, and back up with a sample of it."""
    path = [node := root]
    while node.visits and node.seat is not None:
        if not node.children:
            if node.visits < samples.looks and node.seat != CHANCE:
                break
            node.grow(samples, rng)
        number = node.draw() if node.seat == CHANCE else node.select(scale.exploration)
        path.append(node := node.child(number))
    values = samples.sample(node.position, rng)
    scale.note(values)
    for visited in path:
        visited.note(values)


def line(root: Node) -> Iterator[Any]:
    """The favourite action and, as long as it leaves the turn unfinished in a node that is well known, the next."""
    node = root
    while node is root or (node.position.mid_turn and node.visits >= THIN):
        number = node.favourite()
        yield node.actions[number]
        node = node.child(number)

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
from rules.searching import Patient, Sketching, Tracing
from workers.search.limit import Limit
from workers.search.traces import Traces

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

    In a game that is `Patient`, the rest is left to searches of its own.

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
        samples, scale = Samples(tactics, position), Scale()
        root = Node(samples.first)
        root.grow(samples, rng)
        while limit.left():
            walk(root, samples, rng, scale)
            limit.spend()
        found = list(line(root))
        return found[:1] if isinstance(tactics, Patient) and tactics.EACH_ACTION else found


class Samples:
    """What a search sees of a game: prospects and samples, or candidates and estimates in games that have no more."""

    def __init__(self, tactics: Tactics, position: AnyPosition) -> None:
        self._tactics = tactics
        self._sample = tactics.sample if isinstance(tactics, Sampling) else None
        self.prospects = tactics.prospects if isinstance(tactics, Sampling) else tactics.candidates
        self.looks = LOOKS if self._sample else 1
        """Visits of a node before what can happen there is found out."""
        self.first = tactics.sketch(position) if isinstance(tactics, Sketching) else position
        """The position that the search begins with, as it sees positions."""
        self.equivalence = tactics.equivalence(self.first) if isinstance(tactics, Tracing) else 0.0
        self.mark = tactics.mark if isinstance(tactics, Tracing) else None
        self._traced = tactics.traced if isinstance(tactics, Tracing) and self.equivalence else None

    def sample(self, position: AnyPosition, rng: Random) -> tuple[Sequence[float], list[int]]:
        """A sample of a position, or the estimate, which never changes; and the marks by seat, where they count."""
        if self._traced:
            values, marks = self._traced(position, rng)
            return values, list(marks)
        return self._sample(position, rng) if self._sample else self._tactics.estimate(position), []


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

    __slots__ = (
        "actions", "children", "cumulated", "means", "offset", "position", "pulls", "seat", "shares", "totals",
        "traces", "visits",
    )  # fmt: skip

    def __init__(self, position: AnyPosition) -> None:
        self.position = position
        self.seat = position.current_player()
        self.visits = 0
        self.totals: list[float] = []
        """By seat, the sum of the values of all visits."""
        self.actions: list[Any] = []
        self.shares: list[float] = []
        self.children: list[Node | None] = []
        self.means: list[float] = []
        """Of the actions tried so far, which are the first ones, or of all, the value for the seat to act."""
        self.pulls: list[float] = []
        """Of the same, their shares of the weights, each divided by one more than its visits."""
        self.traces: Traces | None = None
        self.cumulated: list[float] = []
        """At a chance node, the probabilities summed up from the first outcome on."""
        self.offset = 0.0

    def grow(self, samples: Samples, rng: Random) -> None:
        """Find out what can happen here, in shares of 1, the likeliest first where a seat chooses."""
        chance = self.seat == CHANCE
        pairs = self.position.chance_outcomes() if chance else sorted(samples.prospects(self.position), key=_likeliest)
        total = float(sum(weight for _, weight in pairs))
        self.actions = [action for action, _ in pairs]
        self.shares = [float(weight) / total for _, weight in pairs]
        self.children = [None] * len(pairs)
        if chance:
            self.cumulated = list(accumulate(self.shares))
            self.offset = rng.random()
        elif samples.equivalence and samples.mark:
            self.traces = Traces([samples.mark(action) for action in self.actions], samples.equivalence)
            self.means = [self.totals[self.seat or 0] / self.visits if self.visits else 0.5] * len(pairs)
            self.pulls = list(self.shares)

    def draw(self) -> int:
        """The number of the outcome that the next walk takes through this chance node."""
        return min(bisect(self.cumulated, (self.offset + self.visits * GOLDEN) % 1.0), len(self.actions) - 1)

    def select(self, exploration: float) -> int:
        """The number of the action that the next walk takes, by the formula of `TreeSearch`."""
        weight = exploration * sqrt(self.visits)
        scores = [mean + weight * pull for mean, pull in zip(self.means, self.pulls, strict=True)]
        tried = len(scores)
        if tried < len(self.shares):
            # Of those not tried yet, which all count the same, the first one has the highest share.
            scores.append(self.totals[self.seat or 0] / self.visits + weight * self.shares[tried])
        return scores.index(max(scores))

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

    def weigh(self, number: int, child: Node) -> None:
        """Take in what has become of the child that an action leads to, after one more visit."""
        mean, pull = child.totals[self.seat or 0] / child.visits, self.shares[number] / (1 + child.visits)
        if number == len(self.means):
            self.means.append(mean)
            self.pulls.append(pull)
        elif self.traces:
            self.means[number], self.pulls[number] = self.traces.blended(number, mean, child.visits), pull
        else:
            self.means[number], self.pulls[number] = mean, pull


def _likeliest(pair: tuple[Any, float]) -> float:
    return -pair[1]


def walk(root: Node, samples: Samples, rng: Random, scale: Scale) -> None:
    """One round: down to a node that has hardly been visited, or to an end, and back up with a sample of it."""
    node, path = root, []
    exploration = scale.exploration
    while node.visits and node.seat is not None:
        if not node.children:
            if node.visits < samples.looks and node.seat != CHANCE:
                break
            node.grow(samples, rng)
        number = node.draw() if node.seat == CHANCE else node.select(exploration)
        path.append((node, number))
        node = node.child(number)
    values, marks = samples.sample(node.position, rng)
    scale.note(values)
    node.note(values)
    for parent, number in reversed(path):
        parent.note(values)
        if parent.seat != CHANCE:
            if parent.traces:
                seat = parent.seat or 0
                marks[seat] |= parent.traces.marks[number]
                parent.traces.note(marks[seat], values[seat], parent.means)
            parent.weigh(number, node)
        node = parent


def line(root: Node) -> Iterator[Any]:
    """The favourite action and, as long as it leaves the turn unfinished in a node that is well known, the next."""
    node = root
    while node is root or (node.position.mid_turn and node.visits >= THIN):
        number = node.favourite()
        yield node.actions[number]
        node = node.child(number)

"""Monte Carlo tree search with the game's own evaluation in place of random playouts (PUCT with chance nodes)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from operator import itemgetter
from random import Random
from typing import Any, TypeAlias

from rules import CHANCE, AnyPosition
from rules.game import A, Position, Tactics
from rules.searching import Patient, Sampling, Settling, Sketching, Tracing, to_play
from workers.search.limit import Limit

EXPLORATION = 1.0
"""Weight of a candidate's share against its value, in units of the spread of all values seen so far."""
GOLDEN = (sqrt(5) - 1) / 2
"""Steps of this length round a circle of length 1 fill it more evenly than random ones."""
UNSURE = 0.15
"""Values that differ by less than this, divided by the square root of the visits, count as equal."""
AS_KNOWN = 0.5
"""The share of the favourite's visits that an action needs to be chosen instead."""
THIN = 64
"""Visits below which the tree knows too little of a node to choose an action there."""
LOOKS = 3
"""Samples of a position before its prospects are computed, which cost several times as much."""

Marks: TypeAlias = Sequence[Sequence[int]]
"""By seat, the marks of the actions in a sample; empty if not traced."""
NO_MARKS: Marks = ()
Pairs: TypeAlias = Sequence[tuple[Any, float | Fraction]]


@dataclass(frozen=True)
class TreeSearch:
    """Finds the most visited action of the seat to move, and the rest of its turn as far as nodes have enough visits.

    A search that meets neither dice nor samples draws one of the actions that seem equally good, so that games differ.
    In a game that is `Patient`, later actions get searches of their own.

    Each iteration descends from the root, adds one node at the edge of the tree, evaluates it (a value for each seat)
    or samples it in games with samples, and adds the result to all nodes on the path, so that a node's value is the
    mean of all results below it. At a seat's turn the descent takes the action with the highest

    its value for that seat + EXPLORATION * spread * its share of the weights * sqrt(visits here) / (1 + its visits)

    (PUCT, from Silver et al., "Mastering the game of Go without human knowledge", 2017). Every seat maximizes its own
    value, which is max^n (Luckhardt & Irani, 1986): two seats, four seats and cooperative games need no special
    treatment. The spread between the lowest and the highest value seen so far replaces a constant for each game (as in
    Schrittwieser et al., "MuZero", 2020). An action not yet tried has the value of its parent.

    At dice, outcomes are drawn with their probabilities, but evenly spread (a golden-ratio sequence from a random
    start, at each node): this converges faster than independent draws and favours no outcome.

    The descent ends at a position with a known value: where the game is over, where tactics that are `Settling` know
    it, or where all choices of a seat are known, or one of them is a sure win. Once that holds for the root, the search
    ends.
    """

    def find(self, position: Position[A], tactics: Tactics, rng: Random, limit: Limit) -> list[A]:
        """Return the chosen actions, at least one."""
        samples, scale = Samples(to_play(tactics, position), position), Scale()
        root = Node(samples.first)
        before = rng.getstate()
        root.grow(samples, rng)
        while limit.left() and not root.decided:
            walk(root, samples, rng, scale)
            limit.spend()
        found = list(line(root, rng if rng.getstate() == before else None))
        return found[:1] if isinstance(tactics, Patient) and tactics.EACH_ACTION else found


class Samples:
    """A search's view of a game: prospects and samples, or else candidates and estimates."""

    def __init__(self, tactics: Tactics, position: AnyPosition) -> None:
        self._tactics = tactics
        self._sample = tactics.sample if isinstance(tactics, Sampling) else None
        self._prospects = tactics.prospects if isinstance(tactics, Sampling) else tactics.candidates
        self.looks = LOOKS if self._sample else 1
        """Visits of a node before its actions are computed."""
        self.first = tactics.sketch(position) if isinstance(tactics, Sketching) else position
        """The position at the root, as the search represents positions."""
        self.equivalence = tactics.equivalence(self.first) if isinstance(tactics, Tracing) else 0.0
        self.mark = tactics.mark if isinstance(tactics, Tracing) else None
        self._traced = tactics.traced if isinstance(tactics, Tracing) and self.equivalence else None
        self._settled = tactics.settled if isinstance(tactics, Settling) else None

    def sample(self, position: AnyPosition, rng: Random) -> tuple[Sequence[float], Marks]:
        """Return a sample of a position, or its constant estimate; and the marks by seat, if traced."""
        if self._traced:
            return self._traced(position, rng)
        return self._sample(position, rng) if self._sample else self._tactics.estimate(position), ()

    def ranked(self, position: AnyPosition) -> Pairs:
        """Return the prospects, the most likely first."""
        return sorted(self._prospects(position), key=itemgetter(1), reverse=True)

    def is_settled(self, position: AnyPosition) -> bool:
        """Return whether every sample of a position has the same value, so that no descent continues."""
        if self._settled:
            return self._settled(position)
        return not self._sample and position.current_player() is None


class Scale:
    """The lowest and the highest value of any seat in one search."""

    def __init__(self) -> None:
        self._low, self._high = 1.0, 0.0
        self.exploration = 0.0
        """The weight of exploration against value."""

    def note(self, values: Sequence[float]) -> None:
        """Update the range with the values of a leaf."""
        low, high = min(values), max(values)
        if low < self._low or high > self._high:
            self._low, self._high = min(low, self._low), max(high, self._high)
            self.exploration = EXPLORATION * max(0.0, self._high - self._low)


class Traces:
    """AMAF/RAVE statistics of one node's actions: the results of samples in which they were played there or later.

    An action's value is (1 - b) * its own mean + b * the mean of these samples, where b = k / (k + its visits): both
    count equally after k visits, the `equivalence` (Gelly & Silver, "Combining online and offline knowledge", 2007).
    """

    __slots__ = ("_counts", "_equivalence", "_fixed", "_numbers", "_sums", "_weights", "marks")

    def __init__(self, marks: Sequence[int], equivalence: float) -> None:
        self.marks = marks
        """The mark of each action, by number."""
        self._equivalence = equivalence
        self._numbers = dict(zip(marks, range(len(marks)), strict=True))
        self._counts = [0] * len(marks)
        self._sums = [0.0] * len(marks)
        self._weights = [1.0] * len(marks)
        self._fixed = [0.0] * len(marks)
        """The part of each action's value that comes from its own mean."""

    def note(self, marks: Sequence[int], value: float, means: list[float]) -> None:
        """Add a sample with these marks, and update the means of its actions."""
        numbers, counts, sums, weights, fixed = self._numbers, self._counts, self._sums, self._weights, self._fixed
        for mark in marks:
            if mark in numbers:
                number = numbers[mark]
                counts[number] = count = counts[number] + 1
                sums[number] = total = sums[number] + value
                means[number] = fixed[number] + weights[number] * total / count

    def blended(self, number: int, mean: float, visits: int) -> float:
        """Return the blended value of an action with that mean and visits, which has left a trace already."""
        weight = self._equivalence / (self._equivalence + visits)
        self._weights[number], self._fixed[number] = weight, (1 - weight) * mean
        return self._fixed[number] + weight * self._sums[number] / self._counts[number]


class Node:
    """A position in the tree. Its children are created when first visited."""

    __slots__ = (
        "actions", "children", "cumulated", "decided", "final", "means", "offset", "position", "pulls", "seat",
        "shares", "totals", "traces", "unsettled", "visits",
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
        """Values for the seat to move of the actions tried so far, which come first, or of all actions."""
        self.pulls: list[float] = []
        """For each of them, its share of the weights, divided by its visits plus one."""
        self.traces: Traces | None = None
        self.final: Sequence[float] = ()
        """By seat, the known value of the position, at which every descent ends; empty if unknown."""
        self.unsettled = 0
        """Number of children without a known value."""
        self.decided = False
        """For a root, whether no iteration can change the choice: a sure win is known, or all choices are."""
        self.cumulated: list[float] = []
        """At a chance node, the cumulative probabilities of the outcomes."""
        self.offset = 0.0

    def grow(self, samples: Samples, rng: Random) -> None:
        """Expand the node: compute its actions and their shares of 1, the most likely first at a seat's turn."""
        chance = self.seat == CHANCE
        pairs: Pairs = self.position.chance_outcomes() if chance else samples.ranked(self.position)
        total = float(sum(weight for _, weight in pairs))
        self.actions = [action for action, _ in pairs]
        self.shares = [float(weight) / total for _, weight in pairs]
        self.children = [None] * len(pairs)
        self.unsettled = len(pairs)
        if chance:
            self.cumulated = list(accumulate(self.shares))
            self.offset = rng.random()
        elif samples.equivalence and samples.mark:
            self.traces = Traces(list(map(samples.mark, self.actions)), samples.equivalence)
            self.means = [self.totals[self.seat or 0] / self.visits if self.visits else 0.5] * len(pairs)
            self.pulls = list(self.shares)

    def draw(self) -> int:
        """Return the number of the outcome that the next iteration takes at this chance node."""
        return min(bisect(self.cumulated, (self.offset + self.visits * GOLDEN) % 1.0), len(self.actions) - 1)

    def select(self, exploration: float) -> int:
        """Return the number of the action that the next iteration takes, by the formula of `TreeSearch`."""
        weight = exploration * sqrt(self.visits)
        scores = [mean + weight * pull for mean, pull in zip(self.means, self.pulls)]  # noqa: B905  # half as quick
        tried = len(scores)
        if tried < len(self.shares):
            # All untried actions have the same value, so the first one, with the highest share, is the best of them.
            scores.append(self.totals[self.seat or 0] / self.visits + weight * self.shares[tried])
        return scores.index(max(scores))

    def favourite(self) -> int:
        """Return the number of the action to choose, by `rank`."""
        return max(range(len(self.children)), key=self.rank)

    def one_of_the_best(self, lot: Random) -> int:
        """Draw the favourite or another action that seems equally good, and return its number."""
        best = self.favourite()
        sure, visits, _ = self.rank(best)
        alike = [best]
        for number, mean in enumerate(self.means):
            as_sure, seen, _ = self.rank(number)
            is_known = number != best and as_sure == sure and seen >= max(1, AS_KNOWN * visits)
            if is_known and abs(mean - self.means[best]) * sqrt(visits) <= UNSURE:
                alike.append(number)
        return lot.choice(alike)

    def rank(self, number: int) -> tuple[float, int, int]:
        """Return the sort key for the final choice: a sure win, the number of visits, and the share.

        At a position with a known value, the value of the action decides, as it may be all that is known.
        """
        child = self.children[number]
        if child is None:
            return 0.0, 0, -number
        sure = child.final[self.seat or 0] if child.final else 0.0
        return sure if self.final or self.decided or sure >= 1 else 0.0, child.visits, -number

    def child(self, number: int) -> Node:
        """Return the node after an action, created on the first visit."""
        found = self.children[number]
        if found is None:
            found = self.children[number] = Node(self.position.apply(self.actions[number]))
        return found


def walk(root: Node, samples: Samples, rng: Random, scale: Scale) -> None:
    """Run one iteration: descend to a nearly unvisited or settled node, sample it, and update all nodes on the path."""
    path: list[tuple[Node, int]] = []
    node = _reached(root, samples, rng, scale.exploration, path)
    back = _traced_back if samples.equivalence else _back
    if node.final:
        back(path, node, node.final, NO_MARKS)
        return
    values, marks = samples.sample(node.position, rng)
    scale.note(values)
    if not node.visits:
        node.totals = [0.0] * len(values)
        if path and samples.is_settled(node.position):
            node.final = values
    back(path, node, values, marks)
    if node.final:
        _settle(path, node)


def _reached(node: Node, samples: Samples, rng: Random, exploration: float, path: list[tuple[Node, int]]) -> Node:
    """Descend to a leaf and return it; append the nodes passed, with the action numbers taken, to `path`."""
    while node.visits and not node.final and node.seat is not None:
        if not node.children:
            if node.visits < samples.looks and node.seat != CHANCE:
                break
            node.grow(samples, rng)
        number = node.draw() if node.seat == CHANCE else node.select(exploration)
        path.append((node, number))
        node = node.children[number] or node.child(number)
    return node


# Each iteration runs one of these two updates; a function call per node would cost as much as its work.


def _back(path: list[tuple[Node, int]], node: Node, values: Sequence[float], _marks: Marks) -> None:
    """Add the result of an iteration to all nodes on its path, from the leaf up."""
    seats = range(len(values))
    totals = node.totals
    for each in seats:
        totals[each] += values[each]
    visits = node.visits = node.visits + 1
    for parent, number in reversed(path):
        seat = parent.seat
        if seat != CHANCE:
            mean, pull = totals[seat or 0] / visits, parent.shares[number] / (1 + visits)
            if number == len(parent.means):
                parent.means.append(mean)
                parent.pulls.append(pull)
            else:
                parent.means[number], parent.pulls[number] = mean, pull
        totals = parent.totals
        for each in seats:
            totals[each] += values[each]
        visits = parent.visits = parent.visits + 1


def _traced_back(path: list[tuple[Node, int]], node: Node, values: Sequence[float], marks: Marks) -> None:
    """Add the result as `_back` does, and update the traces of the actions."""
    seats, came = range(len(values)), [list(each) for each in marks] or [[] for _ in values]
    totals = node.totals
    for each in seats:
        totals[each] += values[each]
    visits = node.visits = node.visits + 1
    for parent, number in reversed(path):
        seat = parent.seat
        if seat is not None and parent.traces:
            traces, found = parent.traces, came[seat]
            found.append(traces.marks[number])
            traces.note(found, values[seat], parent.means)
            parent.means[number] = traces.blended(number, totals[seat] / visits, visits)
            parent.pulls[number] = parent.shares[number] / (1 + visits)
        totals = parent.totals
        for each in seats:
            totals[each] += values[each]
        visits = parent.visits = parent.visits + 1


def _settle(path: list[tuple[Node, int]], node: Node) -> None:
    """Propagate a known value up the path, as long as parents have a sure win, or all of their choices are known.

    The root stays open, as an action is needed there (Winands et al., "Monte-Carlo tree search solver", 2008).
    """
    while path:
        parent, number = path.pop()
        seat = parent.seat
        if seat is None or seat == CHANCE:
            return
        value = node.final[seat]
        parent.means[number] = parent.traces.blended(number, value, node.visits) if parent.traces else value
        parent.unsettled -= 1
        if value < 1 and parent.unsettled:
            return
        if not path:
            parent.decided = True
            return
        parent.final = max((child.final for child in parent.children if child and child.final), key=itemgetter(seat))
        parent.totals = [each * parent.visits for each in parent.final]
        node = parent


def line(root: Node, lot: Random | None = None) -> Iterator[Any]:
    """Yield the favourite action, and further ones while the turn continues in nodes with enough visits.

    With `lot`, draw one of the best each time.
    """
    node = root
    while node is root or (node.position.mid_turn and node.children and (node.final or node.visits >= THIN)):
        number = node.one_of_the_best(lot) if lot else node.favourite()
        yield node.actions[number]
        node = node.child(number)

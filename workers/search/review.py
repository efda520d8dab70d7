"""Review of a position: evaluate the best moves and the one that was played with equal effort."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from rules import CHANCE, AnyPosition
from rules.game import Tactics
from workers.search.levels import Instinct
from workers.search.limit import Budget, Clock, Limit
from workers.search.solver import way_from
from workers.search.tree import Node, Samples, Scale, line, walk

BEST = 3
"""Maximum number of moves shown, apart from the one that was played."""
QUICK = Instinct(temperature=0.3)
"""The policy of the playouts that estimate the final scores."""


class Effort(NamedTuple):
    """Limits of each step: finding first actions, finishing a turn, judging a move, and playouts."""

    find: Budget = Budget(0.6, 400)
    finish: Budget = Budget(0.15, 80)
    judge: Budget = Budget(0.3, 200)
    play_out: Budget = Budget(0.3, 6)
    """Its nodes are games; at least one is always played."""


class Reviewed(NamedTuple):
    """A whole move: its actions, and by seat the chances of winning and the expected scores after it."""

    actions: Sequence[Any]
    chances: Sequence[float]
    scores: Sequence[float]


def review(
    position: AnyPosition,
    tactics: Tactics,
    played: Sequence[Any],
    rng: Random,
    clock: Clock = time.monotonic,
    effort: Effort = Effort(),  # noqa: B008  # a constant
) -> list[Reviewed]:
    """Return the best moves of the seat to move, best first, including the one that was played, if any.

    All are evaluated with the same search effort, so that they are comparable.
    """
    seat = position.current_player() or 0
    reviewer = _Reviewer(tactics, rng, clock, effort)
    moves = {tuple(found): None for found in reviewer.moves(position)}
    if played:
        moves[tuple(played)] = None
    judged = [reviewer.judged(position, move) for move in moves]
    judged.sort(key=lambda each: -each.chances[seat])
    kept = judged[:BEST]
    return kept + [each for each in judged[BEST:] if tuple(each.actions) == tuple(played)]


class _Reviewer:
    def __init__(self, tactics: Tactics, rng: Random, clock: Clock, effort: Effort) -> None:
        self._tactics = tactics
        self._rng, self._clock, self._effort = rng, clock, effort

    def moves(self, position: AnyPosition) -> Iterator[list[Any]]:
        """Yield the next move of a solution, and the most visited moves, as whole turns or up to a roll."""
        limit = self._effort.find.start(self._clock)
        if way := way_from(position, self._tactics, limit):
            yield self._finished(position, way[:1])
        root = self._searched(position, limit)
        for number in sorted(range(len(root.children)), key=root.rank, reverse=True)[:BEST]:
            yield self._finished(position, [root.actions[number]])

    def judged(self, position: AnyPosition, actions: Sequence[Any]) -> Reviewed:
        """Evaluate a move."""
        for action in actions:
            position = position.apply(action)
        limit = self._effort.judge.start(self._clock)
        if position.current_player() is not None and (way := way_from(position, self._tactics, limit)):
            for action in way:
                position = position.apply(action)
            return Reviewed(actions, self._tactics.estimate(position), position.scores())
        root = self._searched(position, limit)
        return Reviewed(actions, [total / root.visits for total in root.totals], self._scores(position))

    def _finished(self, position: AnyPosition, first: Sequence[Any]) -> list[Any]:
        """Complete a turn from its first actions."""
        actions = list(first)
        for action in first:
            position = position.apply(action)
        while position.mid_turn:
            for action in line(self._searched(position, self._effort.finish.start(self._clock))):
                actions.append(action)
                position = position.apply(action)
        return actions

    def _searched(self, position: AnyPosition, limit: Limit) -> Node:
        """Search a position and return the root, which has at least two visits."""
        samples, scale = Samples(self._tactics, position), Scale()
        root = Node(samples.first)
        if root.seat is not None:
            root.grow(samples, self._rng)
        while root.visits <= 1 or limit.left():
            walk(root, samples, self._rng, scale)
            limit.spend()
        return root

    def _scores(self, position: AnyPosition) -> list[float]:
        limit = self._effort.play_out.start(self._clock)
        ends: list[Sequence[int]] = []
        while not ends or limit.left():
            ends.append(self._played_out(position).scores())
            limit.spend()
        return [fmean(scores) for scores in zip(*ends, strict=True)]

    def _played_out(self, position: AnyPosition) -> AnyPosition:
        unlimited = Budget(1.0, 1).start(lambda: 0.0)
        while (seat := position.current_player()) is not None:
            if seat == CHANCE:
                outcomes = position.chance_outcomes()
                [action] = self._rng.choices([each for each, _ in outcomes], [float(odds) for _, odds in outcomes])
            else:
                [action] = QUICK.find(position, self._tactics, self._rng, unlimited)
            position = position.apply(action)
        return position

"""Solver: follow a line to the best possible end, if a game's tactics can find one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rules.game import A, Position, Tactics
from rules.searching import Solving
from workers.search.limit import Limit

KEPT_BACK = 0.5
"""The part of a limit that is kept for another search, in case no solution is found."""


def solved(position: Position[A], tactics: Tactics, limit: Limit) -> list[A]:
    """Return the next action of a solution; empty if none is found in time, or there is none.

    The search restarts at each action with the same attempts in the same order. So a solution that is followed is found
    again, sooner than before; after a deviation, a new one is searched from there.
    """
    return list(way_from(position, tactics, limit)[:1])


def way_from(position: Position[A], tactics: Tactics, limit: Limit) -> Sequence[A]:
    """Return the actions of all seats to the best end; empty if `solved` finds nothing."""
    if not isinstance(tactics, Solving):
        return ()
    found: Sequence[A] | None = ()
    numbers = count()
    while found is not None and not found and limit.part_left(KEPT_BACK):
        found = tactics.solution(position, next(numbers))
        limit.spend()
    return found or ()

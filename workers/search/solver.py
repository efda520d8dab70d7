"""Following a way to the best end that there is, where a game's tactics can look for one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rules.game import A, Position, Tactics
from rules.searching import Solving
from workers.search.limit import Limit

KEPT_BACK = 0.5
"""The part of a limit that is left to another search, which makes the best of a position where no way is found."""


def solved(position: Position[A], tactics: Tactics, limit: Limit) -> list[A]:
    """The next action of such a way; nothing where none is found in time, or there is none.

    The way is looked for anew at each action, with the same attempts in the same order. So whoever goes it finds it
    again, sooner than before; and where somebody else has left it, another one is looked for from there.
    """
    return list(way_from(position, tactics, limit)[:1])


def way_from(position: Position[A], tactics: Tactics, limit: Limit) -> Sequence[A]:
    """What all seats do in turn to the best end; nothing where `solved` finds nothing."""
    if not isinstance(tactics, Solving):
        return ()
    found: Sequence[A] | None = ()
    numbers = count()
    while found is not None and not found and limit.part_left(KEPT_BACK):
        found = tactics.solution(position, next(numbers))
        limit.spend()
    return found or ()

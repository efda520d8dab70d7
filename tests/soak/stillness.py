"""How long nobody's moves were acknowledged around each fault, and after it. It is told, not judged."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.soak.evidence import Row

AFTERWARDS = 3.0
"""Seconds after a fault was mended that still belong to it: the next one comes no sooner."""


def stillness(history: Sequence[Row]) -> Iterator[tuple[str, float]]:
    """Each fault, and the longest time without an acknowledged move that it had a part in, in seconds."""
    moves = [row["at"] for row in history if row["kind"] == "acknowledged"]
    struck: dict[str, float] = {}
    for row in history:
        if row["kind"] == "fault":
            struck[row["name"]] = row["at"]
        elif row["kind"] == "mended":
            yield row["name"], _longest(moves, struck.pop(row["name"]), row["at"] + AFTERWARDS)


def recovery(history: Sequence[Row]) -> Iterator[tuple[str, float]]:
    """Each fault, and the time from when it was mended to the next acknowledged move, in seconds."""
    moves = [row["at"] for row in history if row["kind"] == "acknowledged"]
    for row in history:
        following = bisect_left(moves, row["at"])
        if row["kind"] == "mended" and following < len(moves):
            yield row["name"], moves[following] - row["at"]


def _longest(moves: Sequence[float], begin: float, end: float) -> float:
    """The longest pause that touches the time between; one that a move does not end was not of the fault's making."""
    first, last = bisect_left(moves, begin), bisect_right(moves, end)
    within = moves[max(0, first - 1) : last + 1]
    return max((later - earlier for earlier, later in pairwise(within)), default=0.0)

"""Measure pauses between acknowledged moves around each fault, and the duration of moves during it.

The figures are reported, not judged.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.soak.evidence import Row

AFTERWARDS = 3.0
"""Seconds after a fault was mended that still belong to it: the next one comes no sooner."""


def stillness(history: Sequence[Row]) -> Iterator[tuple[str, float]]:
    """Each fault, and the longest time without an acknowledged move that it had a part in, in seconds."""
    moves = [row["at"] for row in history if row["kind"] == "acknowledged"]
    for name, begin, end in _struck(history):
        yield name, _longest(moves, begin, end + AFTERWARDS)


def recovery(history: Sequence[Row]) -> Iterator[tuple[str, float]]:
    """Yield each fault, with the seconds from its repair to the next acknowledged move."""
    moves = [row["at"] for row in history if row["kind"] == "acknowledged"]
    for row in history:
        following = bisect_left(moves, row["at"])
        if row["kind"] == "mended" and following < len(moves):
            yield row["name"], moves[following] - row["at"]


def waits(history: Sequence[Row]) -> dict[str, list[float]]:
    """Return by fault the seconds from first attempt to response of moves during it."""
    sent: dict[tuple[str, str, int, str], float] = {}
    took: list[tuple[float, float]] = []
    for row in history:
        if row["kind"] in ("sent", "acknowledged") and row["by"] == "rest":
            began = sent.setdefault((row["player"], row["game"], row["version"], row["move"]), row["at"])
            if row["kind"] == "acknowledged":
                took.append((began, row["at"]))
    found: defaultdict[str, list[float]] = defaultdict(list)
    for name, begin, end in _struck(history):
        found[name] += [done - began for began, done in took if began < end and done > begin]
    return dict(found)


def _struck(history: Sequence[Row]) -> Iterator[tuple[str, float, float]]:
    """Yield each fault with its start and repair."""
    begun: dict[str, float] = {}
    for row in history:
        if row["kind"] == "fault":
            begun[row["name"]] = row["at"]
        elif row["kind"] == "mended":
            yield row["name"], begun.pop(row["name"]), row["at"]


def _longest(moves: Sequence[float], begin: float, end: float) -> float:
    """Return the longest pause that overlaps the interval; one without a move at its end has another cause."""
    first, last = bisect_left(moves, begin), bisect_right(moves, end)
    within = moves[max(0, first - 1) : last + 1]
    return max((later - earlier for earlier, later in pairwise(within)), default=0.0)

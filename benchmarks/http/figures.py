"""Statistics and Markdown tables: centiles, medians, ratios."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from statistics import median

LONG = 0.1
"""Seconds from which on a millisecond is the third digit."""


def centile(values: Iterable[float], percent: int) -> float:
    """Return the smallest value that this percentage of them do not exceed; nan if there is none."""
    ordered = sorted(values)
    return ordered[ceil(len(ordered) * percent / 100) - 1] if ordered else float("nan")


def milliseconds(seconds: float) -> str:
    """Format seconds as milliseconds, to three digits."""
    return f"{1000 * seconds:.0f}" if seconds >= LONG else f"{1000 * seconds:#.3g}"


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the median ratio of measurements in the same rounds; nan if there is none."""
    found = [first / second for first, second in zip(one, other, strict=True) if second]
    return median(found) if found else float("nan")


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a Markdown table."""
    print(_row(headings))
    print("|" + "---|" * len(headings))
    for each in rows:
        print(_row(each), flush=True)
    print(flush=True)


def heading(text: str) -> None:
    """Print the heading of the next table."""
    print(f"## {text}\n", flush=True)


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"

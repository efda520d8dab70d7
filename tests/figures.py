"""Collect figures of tests by heading, and print them at the end of the run, for any number of processes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import chain
from typing import cast

import pytest
from _pytest.terminal import TerminalReporter

PROPERTY = "figures"
"""What a test's report calls them; reports, unlike what is printed, come back from every process."""

GOALS = "goals"
Figures = Callable[..., None]
Goals = Callable[..., None]


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Figures:
    """Count by name under a heading; equal headings of several tests are added up."""

    def count(heading: str, **counted: int) -> None:
        record_property(PROPERTY, [heading, counted])

    return count


@pytest.fixture
def goals(record_property: Callable[[str, object], None]) -> Goals:
    """Record a figure with its goal, at `most` or at `least`. The test itself asserts the hard limit."""

    def note(what: str, seen: int, *, most: int | None = None, least: int | None = None) -> None:
        record_property(GOALS, [what, seen, most, least])

    return note


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print the figures of passed tests; called by pytest at the end."""
    told = [report.user_properties for report in terminalreporter.getreports("passed")]
    totals, looks = added_up(told), worst(told)
    if totals:
        terminalreporter.section("figures")
    for heading, counted in totals.items():
        terminalreporter.line(f"{heading}: {', '.join(f'{number} {name}' for name, number in counted.items())}")
    if looks:
        terminalreporter.section("looks")
    for line in looks:
        terminalreporter.line(line)


def worst(reports: Sequence[Sequence[tuple[str, object]]]) -> list[str]:
    """Format a line for each figure with a goal: the worst value of all tests."""
    found = dict[str, tuple[int, int | None, int | None]]()
    for name, value in chain.from_iterable(reports):
        if name == GOALS:
            what, seen, most, least = cast("tuple[str, int, int | None, int | None]", value)
            known = found.get(what, (seen,))[0]
            found[what] = (max(known, seen) if least is None else min(known, seen), most, least)
    return [
        f"{what}: {seen} ({f'at least {least}' if most is None else f'at most {most}'})"
        for what, (seen, most, least) in sorted(found.items())
    ]


def added_up(reports: Sequence[Sequence[tuple[str, object]]]) -> dict[str, Counter[str]]:
    """Add up the reported figures by heading."""
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, value in chain.from_iterable(reports):
        if name == PROPERTY:
            heading, counted = cast("tuple[str, dict[str, int]]", value)
            totals[heading].update({word.replace("_", " "): number for word, number in counted.items()})
    return totals

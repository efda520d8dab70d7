"""What tests have counted, added up by heading and shown when the run is over, however many processes ran it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import chain
from typing import cast

import pytest
from _pytest.terminal import TerminalReporter

PROPERTY = "figures"
"""What a test's report calls them; reports, unlike what is printed, come back from every process."""

Figures = Callable[..., None]


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Figures:
    """Counts by name for a heading; what several tests count under the same heading is added up."""

    def count(heading: str, **counted: int) -> None:
        record_property(PROPERTY, [heading, counted])

    return count


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Called by pytest at the end: show the figures of the tests that have passed."""
    totals = added_up([report.user_properties for report in terminalreporter.getreports("passed")])
    if totals:
        terminalreporter.section("figures")
    for heading, counted in totals.items():
        terminalreporter.line(f"{heading}: {', '.join(f'{number} {name}' for name, number in counted.items())}")


def added_up(reports: Sequence[Sequence[tuple[str, object]]]) -> dict[str, Counter[str]]:
    """The sums of what reports tell, by heading."""
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, value in chain.from_iterable(reports):
        if name == PROPERTY:
            heading, counted = cast("tuple[str, dict[str, int]]", value)
            totals[heading].update({word.replace("_", " "): number for word, number in counted.items()})
    return totals

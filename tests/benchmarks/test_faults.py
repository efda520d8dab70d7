"""Three faults of real installations are seen; `python -m benchmarks.faults` makes all of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from benchmarks.faults.watching import Row, Sight, watch
from tests.debian import program

SECONDS = 150.0
SEEN_BY = {
    "mail server says 554": {"doctor", "status", "rule"},
    "database down": {"doctor", "status", "/readyz"},
    "tables too old": {"doctor", "/readyz"},
}
"""Faults that are seen fast."""


def test_three_faults_are_seen_in_time() -> None:
    program("prometheus")
    with ThreadPoolExecutor(len(SEEN_BY)) as pool:
        rows = pool.map(lambda name: watch(name, SECONDS, Event(), SEEN_BY[name]), SEEN_BY)
    for row in rows:
        assert not row.not_tried
        assert SEEN_BY[row.fault] - row.sights.keys() == set(), row


def test_a_row_says_what_was_seen_and_by_whom_nothing_was() -> None:
    row = Row("beat dead", {"status": Sight(121.4, "No sweep is running | ever")}, watched=480.0)

    assert str(row) == (
        "| beat dead | **nothing** (480 s) | 121 s: No sweep is running / ever | **nothing** (480 s) "
        "| **nothing** (480 s) |"
    )

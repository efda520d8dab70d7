"""A short soak: ten faults, and no promise broken. `make soak` is long, with all faults."""

from __future__ import annotations

from tests.figures import Figures
from tests.soak.course import run
from tests.soak.plans import SHORT


def test_no_promise_is_broken_while_processes_lines_and_servers_break(figures: Figures) -> None:
    found = run(SHORT)
    acknowledged = [row for row in found.evidence.history if row["kind"] == "acknowledged"]
    assert found.findings == []
    assert found.missed == []
    assert set(found.struck) == set(SHORT.deck)
    assert acknowledged
    figures(
        "soak",
        acknowledged_moves=len(acknowledged),
        faults=found.struck.total(),
        findings=0,
        lies_seen=len(found.caught),
    )

"""The longest pauses around faults."""

from __future__ import annotations

from typing import Any

import pytest

from tests.soak.stillness import recovery, stillness, waits


def at(seconds: float, kind: str = "acknowledged", **facts: Any) -> dict[str, Any]:
    return {"kind": kind, "at": seconds, **facts}


FAULT = {"name": "SIGSTOP web"}
MOVE = {"player": "bot-0", "by": "rest", "game": "aaaaaaaaaaaa", "move": "place a1"}


@pytest.mark.parametrize(
    ("moves", "longest"),
    [
        ([1, 2, 9, 10, 11, 12, 13, 14, 15], 7.0),  # it begins before the fault, and ends within it
        ([4.5, 5.5, 6.5, 7.5, 8.5, 12], 3.5),  # it begins soon after the fault
        ([4, 5, 6, 7, 8, 9, 10, 11, 40], 1.0),  # what comes later has other reasons
        ([1, 30], 29.0),
        ([], 0.0),
    ],
)
def test_the_longest_pause_that_touches_a_fault(moves: list[float], longest: float) -> None:
    history = [at(5, "fault", **FAULT), at(6, "mended", **FAULT), *(at(move) for move in moves)]
    history.sort(key=lambda row: row["at"])
    assert list(stillness(history)) == [("SIGSTOP web", longest)]


def test_faults_are_told_apart() -> None:
    history = [at(1), at(2, "fault", name="a"), at(3, "mended", name="a"), at(4)]
    history += [at(7), at(8, "fault", name="b"), at(9, "mended", name="b"), at(13), at(14)]
    assert list(stillness(history)) == [("a", 3.0), ("b", 6.0)]


def test_the_first_move_after_each_fault() -> None:
    history = [at(1), at(2, "fault", **FAULT), at(2.5), at(3, "mended", **FAULT), at(7), at(9, "mended", name="a")]
    assert list(recovery(history)) == [("SIGSTOP web", 4.0)]


def test_the_moves_under_way_during_a_fault_and_how_long_they_took() -> None:
    rows = [
        at(1, "sent", **MOVE, version=1),
        at(2, **MOVE, version=1),  # over before the fault
        at(4, "sent", **MOVE, version=2),
        at(5, "fault", **FAULT),
        at(6, "mended", **FAULT),
        at(7, **MOVE, version=2),
        at(8, "sent", **MOVE, version=3),
        at(9, **MOVE, version=3),
    ]
    assert waits(rows) == {"SIGSTOP web": [3]}

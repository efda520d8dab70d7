"""The sandbox's clock runs ahead of the system's by the configured amount."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from service.sandbox import FARTHEST, MovableClock, TooFar
from service.sandbox.files import Kept
from tests.service.conftest import FakeClock


def test_the_clock_runs_on_from_where_it_was_advanced_to(tmp_path: Path) -> None:
    real = FakeClock()
    clock = MovableClock(Kept(tmp_path / "clock.json"), real)
    began = clock()

    clock.advance(timedelta(days=2))
    clock.advance(timedelta(hours=1))
    real.advance(minutes=5)

    assert clock() - began == timedelta(days=2, hours=1, minutes=5)


def test_every_process_sees_the_same_time(tmp_path: Path) -> None:
    real = FakeClock()
    web, worker = (MovableClock(Kept(tmp_path / "clock.json"), real) for _ in range(2))
    assert web() == worker() == real.time
    web.advance(timedelta(days=1))
    assert worker() == real.time + timedelta(days=1)


def test_the_clock_stops_where_times_could_not_be_written_any_more(tmp_path: Path) -> None:
    clock = MovableClock(Kept(tmp_path / "clock.json"))
    clock.advance(FARTHEST)
    with pytest.raises(TooFar):
        clock.advance(timedelta(seconds=1))
    assert clock.ahead() == FARTHEST

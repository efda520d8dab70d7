"""Our own outages cost nobody a turn."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from service.config.environment import Config
from service.db.engines import session
from service.models import GameStatus, Notice
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from workers.jobs import clocks, heartbeat

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    return sqlite_settings


@pytest.fixture
def running(clock: FakeClock) -> Table:
    """Create a game with three days left, seen by the player to move, while sweeps run."""
    begun = table("ada", "bob")
    begun.look()
    heartbeat.run()
    return begun


def deadline(running: Table) -> timedelta | None:
    """How long after the beginning the deadline is."""
    found = running.game.deadline
    return found - datetime.fromisoformat("2026-05-04T12:00:00Z") if found else None


def test_all_deadlines_are_later_by_the_length_of_an_outage_once(running: Table, clock: FakeClock) -> None:
    clock.advance(days=2)
    heartbeat.run()
    clocks.run()
    heartbeat.run()
    assert deadline(running) == timedelta(days=5)
    [reminder] = session().query(Notice).filter_by(kind="reminder")
    assert reminder.due_at + timedelta(days=1) == running.game.deadline


def test_nobody_loses_a_seat_in_an_outage_whichever_job_runs_first(running: Table, clock: FakeClock) -> None:
    clock.advance(days=4)
    clocks.run()
    assert running.game.status == GameStatus.ACTIVE
    assert deadline(running) == timedelta(days=7)


def test_a_move_right_after_an_outage_is_in_time(running: Table, clock: FakeClock) -> None:
    clock.advance(days=4)
    running.play_anything()
    assert running.game.status == GameStatus.ACTIVE


def test_a_short_absence_moves_nothing(running: Table, clock: FakeClock) -> None:
    clock.advance(minutes=14)
    heartbeat.run()
    assert deadline(running) == timedelta(days=3)


def test_a_weekend_in_an_outage_is_left_out_once(clock: FakeClock) -> None:
    running = table("ada", "bob", days_per_move=5, weekends_off=True)
    heartbeat.run()
    assert deadline(running) == timedelta(days=7)
    clock.advance(days=5)  # until Saturday at noon
    heartbeat.run()
    assert deadline(running) == timedelta(days=13.5)  # it counts from Monday on, and is over as the next weekend is

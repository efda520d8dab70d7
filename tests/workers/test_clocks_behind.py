"""A clock that was behind, as on a board without a battery, and is right again costs nobody a turn."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest

from service.config.environment import Config
from service.models import GameStatus
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from workers.jobs import clocks, heartbeat

pytestmark = pytest.mark.usefixtures("app")
LONG = timedelta(days=3)
RUN = timedelta(seconds=30)


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """PostgreSQL has a clock of its own."""
    return sqlite_settings


@pytest.fixture
def running(clock: FakeClock) -> Table:
    """Create a game with three days left, seen by the player to move, while sweeps run."""
    begun = table("ada", "bob")
    begun.look()
    heartbeat.run()
    return begun


def play_behind(running: Table, clock: FakeClock, by: timedelta) -> None:
    """Play a move in a short run by a clock that is behind by that time, then put it right."""
    clock.time -= by
    heartbeat.run()
    running.play_anything()
    running.look()
    clock.time += RUN
    heartbeat.run()
    clock.time += by


@pytest.mark.parametrize("by", [timedelta(days=3), timedelta(minutes=2), timedelta(days=400)])
@pytest.mark.parametrize("job", [heartbeat.run, clocks.run])
def test_whoever_is_next_has_the_full_time(
    running: Table, clock: FakeClock, by: timedelta, job: Callable[[], bool]
) -> None:
    play_behind(running, clock, by)
    job()
    clocks.run()
    assert running.game.status == GameStatus.ACTIVE
    assert running.game.deadline == clock() - RUN + LONG


def test_a_move_right_after_it_is_in_time(running: Table, clock: FakeClock) -> None:
    play_behind(running, clock, LONG)
    running.play_anything()
    assert running.game.status == GameStatus.ACTIVE


def test_it_may_happen_twice(running: Table, clock: FakeClock) -> None:
    for _ in range(2):
        play_behind(running, clock, LONG)
        clocks.run()
        assert running.game.deadline == clock() - RUN + LONG


def test_a_clock_with_weekends_off_is_credited_too(clock: FakeClock) -> None:
    running = table("ada", "bob", weekends_off=True)
    heartbeat.run()
    play_behind(running, clock, LONG)  # which was a Friday
    clocks.run()
    assert running.game.deadline == clock() - RUN + LONG


def test_games_in_which_nothing_happened_meanwhile_keep_their_deadlines(running: Table, clock: FakeClock) -> None:
    other = table("cyd", "dan")
    before = other.game.deadline
    play_behind(running, clock, LONG)
    clocks.run()
    assert other.game.deadline == before


def test_no_deadline_passes_while_the_clock_is_behind(clock: FakeClock) -> None:
    running = table("ada", "bob", days_per_move=1)
    heartbeat.run()
    clock.advance(days=-3)
    heartbeat.run()
    running.play_anything()
    running.look()
    clock.advance(days=2)  # an outage
    clocks.run()
    assert running.game.status == GameStatus.ACTIVE
    clock.advance(days=1)
    clocks.run()
    assert running.game.deadline == clock() + timedelta(days=1)


def test_once_it_is_right_again_deadlines_pass_as_usual(running: Table, clock: FakeClock) -> None:
    play_behind(running, clock, LONG)
    heartbeat.run()
    for _ in range(4 * 24 * 6):
        clock.advance(minutes=10)
        heartbeat.run()
    clocks.run()
    assert running.game.status == GameStatus.FINISHED


def test_a_clock_that_catches_up_by_itself_moves_no_deadline(running: Table, clock: FakeClock) -> None:
    clock.advance(minutes=-2)
    heartbeat.run()
    running.play_anything()
    before = running.game.deadline
    for _ in range(6):
        clock.advance(seconds=30)
        heartbeat.run()
    assert running.game.deadline == before


def test_the_time_of_a_start_ahead_stays_credited(running: Table, clock: FakeClock) -> None:
    before = running.game.deadline
    clock.advance(days=5)
    clocks.run()
    clock.advance(days=-5)
    clocks.run()
    assert before is not None
    assert (running.game.status, running.game.deadline) == (GameStatus.ACTIVE, before + timedelta(days=5))


def test_it_is_logged_once_and_again_when_it_is_over(
    running: Table, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "service.jobs.heartbeats"):
        play_behind(running, clock, LONG)
        clocks.run()
        clocks.run()
    begun, over = caplog.messages
    assert begun == "the clock is 3 days, 0:00:00 behind the last sweep; no deadline passes until it is right"
    assert over.startswith("the clock is right again")

"""The last sweep, and the length of outages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.config.environment import Config
from service.db.engines import transaction
from service.jobs import counters
from service.jobs.heartbeats import HEARTBEAT, forget_heartbeats, last_heartbeat, note_heartbeat
from tests.service.conftest import FakeClock

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_each_time_is_told_how_long_ago_the_one_before_was(clock: FakeClock) -> None:
    assert note_heartbeat(clock()) == timedelta()
    assert note_heartbeat(clock.advance(seconds=40)) == timedelta(seconds=40)
    assert last_heartbeat() == clock()


def test_a_clock_that_is_behind_takes_nothing_back_of_what_was_counted(clock: FakeClock) -> None:
    note_heartbeat(clock())
    kept = clock()

    assert note_heartbeat(clock.advance(seconds=-30)) == timedelta()
    assert last_heartbeat() == kept
    assert note_heartbeat(clock.advance(seconds=50)) == timedelta(seconds=20)


def test_a_heartbeat_is_forgotten_alone_and_the_next_is_the_first(clock: FakeClock) -> None:
    with transaction():
        for name in ("a counter before it", "the counter after it"):
            counters.hold(name).value = 7
    note_heartbeat(clock())

    with transaction():
        forget_heartbeats(HEARTBEAT)

    assert last_heartbeat() is None
    assert [counters.value_of(name) for name in ("a counter before it", "the counter after it")] == [7, 7]
    assert note_heartbeat(clock.advance(hours=1)) == timedelta()

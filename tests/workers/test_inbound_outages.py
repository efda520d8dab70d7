"""While `inbound` is down nobody who may answer by email loses on time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from service.config.environment import Config
from service.db.engines import transaction
from service.jobs.heartbeats import note_heartbeat
from service.jobs.retention import program_signs
from service.models import GameStatus, ProgramSign
from service.play.clocks import overdue_games
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from tests.workers.post import Post
from workers.doctor.programs import mail_credit
from workers.jobs import clocks, heartbeat
from workers.jobs.notices import seal_due, send_due

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    return sqlite_settings


@pytest.fixture
def mailed(clock: FakeClock) -> Table:
    """Create a game with three days left, whose player to move has had an email about it."""
    begun = table("ada", "bob")
    while seal_due(clock) or send_due(clock, Post()):
        pass
    return begun


def see_inbound(clock: FakeClock, *, is_stopped: bool = False) -> None:
    """Leave a sign of life as `inbound` does."""
    about = {"seen_at": clock(), "stopped_at": clock() if is_stopped else None, "version": "", "key_name": ""}
    with transaction() as current:
        current.merge(ProgramSign(program="inbound", machine="mx1", **about))
    heartbeat.run()


def work(clock: FakeClock, **span: float) -> None:
    """Let time pass in which all other programs run."""
    note_heartbeat(clock.advance(**span))
    heartbeat.run()
    clocks.run()


def work_until_shortly_before_the_deadline(clock: FakeClock) -> None:
    """Let all programs run until ten minutes are left."""
    work(clock, days=3, minutes=-10)
    see_inbound(clock)


def deadline(game: Table) -> timedelta | None:
    """How long after the beginning the deadline is."""
    found = game.game.deadline
    return found - datetime.fromisoformat("2026-05-04T12:00:00Z") if found else None


def test_a_deadline_that_passes_while_inbound_is_down_is_later_by_the_outage_once(
    mailed: Table, clock: FakeClock
) -> None:
    work_until_shortly_before_the_deadline(clock)
    work(clock, minutes=50)
    assert mailed.game.status == GameStatus.ACTIVE
    assert overdue_games(clock()) == []

    work(clock, minutes=10)
    see_inbound(clock)
    see_inbound(clock)

    assert deadline(mailed) == timedelta(days=3, hours=1)
    [credited] = mail_credit()
    assert credited.text == (
        "was down for 1:00:00; 1 deadlines of players who may answer by email were extended at 2026-05-07 12:50 UTC"
    )


def test_an_absence_of_four_minutes_moves_nothing(mailed: Table, clock: FakeClock) -> None:
    work_until_shortly_before_the_deadline(clock)
    work(clock, minutes=4)
    see_inbound(clock)
    assert deadline(mailed) == timedelta(days=3)
    assert [*mail_credit()] == []


def test_where_inbound_was_stopped_in_order_deadlines_pass(mailed: Table, clock: FakeClock) -> None:
    work_until_shortly_before_the_deadline(clock)
    see_inbound(clock, is_stopped=True)
    work(clock, hours=1)
    assert mailed.game.status == GameStatus.FINISHED


def test_where_inbound_never_ran_deadlines_pass(mailed: Table, clock: FakeClock) -> None:
    work(clock, days=3, hours=1)
    assert mailed.game.status == GameStatus.FINISHED


def test_players_without_an_email_about_their_turn_do_not_wait_for_inbound(clock: FakeClock) -> None:
    unmailed = table("ada", "bob")
    unmailed.look()
    work_until_shortly_before_the_deadline(clock)
    work(clock, hours=1)
    assert unmailed.game.status == GameStatus.FINISHED


def test_three_days_without_inbound_are_the_most_that_count(mailed: Table, clock: FakeClock) -> None:
    work_until_shortly_before_the_deadline(clock)
    work(clock, days=1, seconds=1)
    program_signs.apply(clock())
    work(clock, days=2, seconds=-2)
    assert deadline(mailed) == timedelta(days=3)
    work(clock, seconds=1)
    assert deadline(mailed) == timedelta(days=6)
    work(clock, hours=1)
    assert mailed.game.status == GameStatus.FINISHED


def test_an_outage_of_everything_counts_once(mailed: Table, clock: FakeClock) -> None:
    work_until_shortly_before_the_deadline(clock)
    clock.advance(hours=1)
    heartbeat.run()
    see_inbound(clock)
    assert deadline(mailed) == timedelta(days=3, hours=1)
    assert [*mail_credit()] == []

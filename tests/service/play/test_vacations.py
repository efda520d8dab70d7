"""Vacations: the player's clocks stop, and their games are notified."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from service.accounts.vacations import Vacation, end_vacation, take_vacation, vacations_of
from service.config.environment import Config
from service.db.engines import session
from service.language.errors import Refused
from service.models import Account, Event, Game, GameStatus, Notice
from service.play.downtime_credit import keep_schedule
from tests.service.conftest import FakeClock
from tests.service.tables import Table, table
from workers.jobs import clocks

pytestmark = pytest.mark.usefixtures("app")
BEFORE = datetime.fromisoformat("2026-05-07T12:00:00Z")
"""The deadline of the first turn."""


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Rows are locked and written alike on every database."""
    return sqlite_settings


@pytest.fixture
def running() -> Table:
    return table("ada", "bob")


def away(account: Account, first: str, last: str, clock: FakeClock) -> None:
    take_vacation(account.id, Vacation(date.fromisoformat(first), date.fromisoformat(last)), clock())


def told(kind: str) -> list[Event]:
    return [event for event in session().query(Event).order_by(Event.id) if event.type == kind]


def test_a_vacation_moves_the_deadline_of_the_turn_under_way(running: Table, clock: FakeClock) -> None:
    away(running.mover, "2026-05-05", "2026-05-14", clock)
    assert running.game.deadline == BEFORE + timedelta(days=10)
    assert [event.data["vacations"] for event in told("vacation.changed")] == [["2026-05-05/2026-05-14"]]
    assert [event.data["deadline"] for event in told("deadline.moved")] == ["2026-05-17T12:00:00Z"]


def test_a_turn_that_is_given_during_it_begins_to_count_after_it(running: Table, clock: FakeClock) -> None:
    away(running.players[1], "2026-05-04", "2026-05-14", clock)
    running.play_anything()
    assert running.mover == running.players[1]
    assert running.game.deadline == datetime.fromisoformat("2026-05-18T00:00:00Z")


def test_the_reminder_comes_before_the_deadline_as_it_is_now(running: Table, clock: FakeClock) -> None:
    away(running.mover, "2026-05-05", "2026-05-14", clock)
    [reminder] = session().query(Notice).filter_by(kind="reminder")
    assert reminder.due_at == BEFORE + timedelta(days=9)


def test_nobody_loses_a_seat_on_vacation(running: Table, clock: FakeClock) -> None:
    running.look()
    away(running.mover, "2026-05-05", "2026-05-14", clock)
    clock.advance(days=12)
    clocks.run()
    assert [running.game.status] == [GameStatus.ACTIVE]
    clock.advance(days=2)
    clocks.run()
    assert [running.game.status] == [GameStatus.FINISHED]


def test_a_vacation_that_is_taken_back_gives_the_deadline_back(running: Table, clock: FakeClock) -> None:
    away(running.mover, "2026-05-05", "2026-05-14", clock)
    end_vacation(running.mover.id, date(2026, 5, 5), clock())
    assert running.game.deadline == BEFORE
    assert running.game.turn_clock is None


def test_of_one_that_has_begun_the_days_until_today_are_taken(running: Table, clock: FakeClock) -> None:
    away(running.mover, "2026-05-05", "2026-05-14", clock)
    clock.advance(days=3)
    end_vacation(running.mover.id, date(2026, 5, 5), clock())
    assert [str(each) for each in vacations_of(running.mover)] == ["2026-05-05/2026-05-07"]
    assert running.game.deadline == BEFORE + timedelta(days=3)


def test_a_vacation_counts_once_an_outage_has_moved_the_deadline_up_to_it(running: Table, clock: FakeClock) -> None:
    keep_schedule(clock())
    away(running.mover, "2026-05-08", "2026-05-12", clock)
    assert running.game.deadline == BEFORE
    clock.advance(days=2)
    clocks.run()
    assert running.game.deadline == BEFORE + timedelta(days=7)


def test_days_of_last_year_still_count_for_a_turn_that_began_in_it(clock: FakeClock) -> None:
    clock.time = datetime.fromisoformat("2026-12-29T12:00:00Z")
    running = table("ada", "bob")
    away(running.mover, "2026-12-30", "2026-12-31", clock)
    due = running.game.deadline
    assert due == datetime.fromisoformat("2027-01-03T12:00:00Z")
    clock.time = datetime.fromisoformat("2027-01-02T12:00:00Z")
    away(running.mover, "2027-01-20", "2027-01-22", clock)
    assert running.game.deadline == due


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2026-05-03", "2026-05-05", "bad-vacation"),
        ("2026-05-06", "2026-05-05", "bad-vacation"),
        ("2027-05-04", "2027-05-06", "bad-vacation"),
        ("2026-06-10", "2026-06-12", "vacation-overlaps"),
        ("2026-07-01", "2026-07-30", "vacation-too-long"),
        ("2026-07-01", "2026-07-29", None),
        ("2026-12-30", "2027-01-30", None),
    ],
)
def test_there_are_thirty_days_a_year(
    running: Table, clock: FakeClock, first: str, last: str, code: str | None
) -> None:
    away(running.mover, "2026-06-10", "2026-06-10", clock)
    refused = None
    try:
        away(running.mover, first, last, clock)
    except Refused as error:
        refused = error.code
    assert refused == code


def test_what_a_race_has_left_behind_is_found_when_the_time_is_over(running: Table, clock: FakeClock) -> None:
    running.look()
    away(running.mover, "2026-05-05", "2026-05-14", clock)
    session().query(Game).update({"deadline": BEFORE, "turn_clock": None})
    session().commit()
    clock.advance(days=4)
    clocks.run()
    assert running.game.status == GameStatus.ACTIVE
    assert running.game.deadline == BEFORE + timedelta(days=10)


def test_a_table_where_vacations_do_not_count_hears_of_none(clock: FakeClock) -> None:
    without, counting = table("ada", "bob", vacations=False), table("ada", "cyd")
    before = without.game.deadline

    away(without.players[0], "2026-05-04", "2026-05-10", clock)

    assert [event.game_id for event in told("vacation.changed")] == [counting.id]
    assert without.game.deadline == before


def test_tables_of_others_hear_of_no_vacation(clock: FakeClock) -> None:
    older, own, younger = table("ann", "ben"), table("ada", "bob"), table("cyd", "dan")
    before = [each.game.deadline for each in (older, younger)]

    away(own.players[0], "2026-05-04", "2026-05-10", clock)

    assert [event.game_id for event in told("vacation.changed")] == [own.id]
    assert [each.game.deadline for each in (older, younger)] == before

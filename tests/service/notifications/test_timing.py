"""The due times of emails."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.models import Delivery
from service.notifications.kinds import gatherings
from service.notifications.timing import Policy, due_at, is_quiet, next_stroke, reminded_at

BERLIN, LORD_HOWE, APIA = ZoneInfo("Europe/Berlin"), ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Pacific/Apia")
NIGHT = Policy(quiet_from=22, quiet_to=7)
DIGEST = Policy(Delivery.DIGEST, digest_hour=18)
IDLE = Policy(Delivery.IDLE, idle_minutes=45)
OFF = Policy(Delivery.OFF)


def at(text: str, zone: ZoneInfo | None = None) -> datetime:
    """Return a time in 2026, such as `05-04 12:00`, in UTC or in a zone."""
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=zone or UTC).astimezone(UTC)


WRITTEN = at("05-04 12:00")
DEADLINE = at("05-07 12:00")

CHOSEN = [
    (Policy(), "05-04 12:00", "05-04 12:00"),
    (IDLE, "05-04 12:45", "05-04 12:45"),
    (DIGEST, "05-04 18:00", "05-04 18:00"),
    (replace(DIGEST, digest_hour=6), "05-05 06:00", "05-05 06:00"),
    (replace(DIGEST, digest_hour=12), "05-04 12:00", "05-04 12:00"),
    (Policy(quiet_from=9, quiet_to=17), "05-04 17:00", "05-04 17:00"),
    (replace(DIGEST, quiet_from=17, quiet_to=8), "05-05 08:00", "05-05 08:00"),
]


@pytest.mark.parametrize("kind", ["your-turn", "game-over", "match-over"])
@pytest.mark.parametrize(("policy", "turn", "over"), CHOSEN)
def test_mails_about_games_come_when_their_reader_wants_them(policy: Policy, turn: str, over: str, kind: str) -> None:
    assert due_at("your-turn", policy, WRITTEN, DEADLINE) == at(turn)
    assert due_at(kind, policy, WRITTEN) == at(over)


@pytest.mark.parametrize("kind", gatherings()["digest"])
def test_who_wants_none_gets_none(kind: str) -> None:
    assert due_at(kind, OFF, WRITTEN, DEADLINE) is None


@pytest.mark.parametrize("kind", ["sign-in", "answer", "general-mailbox", "confirm"])
@pytest.mark.parametrize("policy", [OFF, DIGEST, IDLE, replace(NIGHT, paused_until=DEADLINE)])
def test_what_somebody_has_asked_for_comes_at_once(policy: Policy, kind: str) -> None:
    assert due_at(kind, policy, at("05-04 23:00")) == at("05-04 23:00")


@pytest.mark.parametrize("policy", [OFF, DIGEST, IDLE, Policy(paused_until=DEADLINE)])
def test_an_invitation_waits_for_the_end_of_quiet_hours_and_for_nothing_else(policy: Policy) -> None:
    assert due_at("invitation", policy, WRITTEN) == WRITTEN
    quiet = replace(policy, quiet_from=22, quiet_to=7)
    assert due_at("invitation", quiet, at("05-04 23:30")) == at("05-05 07:00")


@pytest.mark.parametrize(
    ("days", "reminded"), [(1, "05-05 04:00"), (2, "05-05 12:00"), (3, "05-06 12:00"), (14, "05-17 12:00")]
)
def test_a_reminder_comes_a_day_before_or_when_a_third_of_a_short_time_is_left(days: int, reminded: str) -> None:
    assert due_at("reminder", Policy(), WRITTEN, WRITTEN + timedelta(days=days)) == at(reminded)


def test_a_reminder_waits_for_no_digest() -> None:
    assert due_at("reminder", DIGEST, WRITTEN, DEADLINE) == at("05-06 12:00")


def test_a_reminder_that_would_disturb_the_night_comes_as_the_night_begins() -> None:
    deadline = at("05-07 03:00")
    assert due_at("reminder", NIGHT, WRITTEN, deadline) == at("05-05 22:00")


def test_a_turn_that_began_in_the_same_night_is_announced_and_reminded_of_in_time_all_the_same() -> None:
    began, deadline = at("05-04 23:00"), at("05-05 08:00")
    assert due_at("reminder", NIGHT, began, deadline) == at("05-05 05:00")
    assert due_at("your-turn", NIGHT, began, deadline) == at("05-05 05:00")


def test_no_digest_comes_later_than_the_reminder() -> None:
    began = at("05-04 19:00")
    assert due_at("your-turn", DIGEST, began, began + timedelta(days=1)) == at("05-05 11:00")


def test_while_mails_are_paused_nothing_comes_and_afterwards_all_of_it() -> None:
    paused = Policy(paused_until=at("05-08 12:00"))
    assert due_at("your-turn", paused, WRITTEN, DEADLINE) == at("05-08 12:00")
    assert due_at("reminder", paused, WRITTEN, DEADLINE) == at("05-08 12:00")
    assert due_at("game-over", paused, at("05-09 12:00")) == at("05-09 12:00")


def test_a_pause_that_ends_in_the_night_ends_in_the_morning() -> None:
    assert due_at("your-turn", replace(NIGHT, paused_until=at("05-08 02:00")), WRITTEN) == at("05-08 07:00")


def test_quiet_hours_go_over_midnight() -> None:
    quiet = [hour for hour in range(24) if is_quiet(NIGHT, at(f"05-04 {hour:02}:59"))]
    assert quiet == [0, 1, 2, 3, 4, 5, 6, 22, 23]


@pytest.mark.parametrize("hour", range(24))
def test_quiet_hours_that_end_as_they_begin_are_none(hour: int) -> None:
    assert not any(is_quiet(Policy(quiet_from=hour, quiet_to=hour), at(f"05-04 {each:02}:00")) for each in range(24))


def test_hours_are_those_of_the_readers_clock() -> None:
    berlin = replace(DIGEST, zone=BERLIN)
    assert due_at("your-turn", berlin, WRITTEN) == at("05-04 18:00", BERLIN) == at("05-04 16:00")


@pytest.mark.parametrize(
    ("hour", "since", "stroke"),
    [
        (2, "03-29 00:30", "03-29 01:00"),  # clocks go from 2 to 3: the hour that is left out is struck then
        (3, "03-29 00:30", "03-29 01:00"),
        (4, "03-29 00:30", "03-29 02:00"),
        (18, "03-28 17:30", "03-29 16:00"),
        (2, "10-25 00:00", "10-25 00:00"),  # clocks go from 3 to 2: the hour that comes twice is struck once
        (2, "10-25 00:30", "10-26 01:00"),
        (3, "10-25 00:30", "10-25 02:00"),
        (18, "10-24 16:30", "10-25 17:00"),
    ],
)
def test_on_days_on_which_clocks_are_changed_each_hour_is_struck_once(hour: int, since: str, stroke: str) -> None:
    assert next_stroke(BERLIN, hour, at(since)) == at(stroke)


def test_a_night_in_which_clocks_are_changed_ends_in_the_morning() -> None:
    quiet = replace(NIGHT, zone=BERLIN)
    assert due_at("your-turn", quiet, at("03-28 23:00")) == at("03-29 07:00", BERLIN) == at("03-29 05:00")
    assert due_at("your-turn", quiet, at("10-24 23:00")) == at("10-25 07:00", BERLIN) == at("10-25 06:00")


def test_quiet_hours_that_are_left_out_disturb_nobody() -> None:
    quiet = Policy(quiet_from=2, quiet_to=3, zone=BERLIN)
    assert not any(is_quiet(quiet, at("03-29 00:00") + timedelta(minutes=minute)) for minute in range(0, 300, 5))


def test_a_day_that_a_zone_steps_over_is_stepped_over() -> None:
    before = datetime(2011, 12, 29, 20, tzinfo=APIA).astimezone(UTC)
    assert next_stroke(APIA, 18, before).astimezone(APIA) == datetime(2011, 12, 31, 18, tzinfo=APIA)


ZONES = st.sampled_from([UTC, BERLIN, LORD_HOWE, APIA, ZoneInfo("America/St_Johns"), ZoneInfo("Africa/Casablanca")])
HOURS = st.integers(0, 23)
POLICIES = st.builds(
    lambda mode, minutes, digest, begin, end, zone: Policy(
        mode, minutes, digest, begin, end, None, ZoneInfo(str(zone))
    ),
    st.sampled_from([Delivery.AT_ONCE, Delivery.IDLE, Delivery.DIGEST]),
    st.integers(1, 1440),
    HOURS,
    HOURS,
    HOURS,
    ZONES,
)
TIMES = st.datetimes(datetime(2025, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(POLICIES, TIMES, st.integers(60, 14 * 24 * 60))
def test_comfort_costs_nobody_a_turn(policy: Policy, written: datetime, minutes: int) -> None:
    deadline = written + timedelta(minutes=minutes)
    reminded = reminded_at(policy, written, deadline)
    due = due_at("your-turn", policy, written, deadline)
    assert due is not None
    assert written <= due <= reminded
    assert written < reminded < deadline


@given(POLICIES, TIMES)
def test_without_a_deadline_nothing_disturbs_quiet_hours_or_waits_for_more_than_two_days(
    policy: Policy, written: datetime
) -> None:
    due = due_at("game-over", policy, written)
    assert due is not None
    assert written <= due <= written + timedelta(days=2, hours=25)
    assert not is_quiet(policy, due)

"""When webhooks are tried again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from service.models import SwitchedOff
from service.webhooks.outcomes import next_attempt, reason_to_stop, requested_pause

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
NO_PAUSE = timedelta()


def test_the_pauses_are_those_of_standard_webhooks() -> None:
    pauses = [next_attempt(NOW, attempts, NO_PAUSE, 0) for attempts in range(1, 10)]
    hours = [timedelta(hours=number) for number in (2, 5, 10, 14, 20, 24)]
    minutes = [timedelta(seconds=5), timedelta(minutes=5), timedelta(minutes=30)]
    assert [at - NOW for at in pauses if at] == minutes + hours


def test_after_the_tenth_attempt_there_is_none() -> None:
    assert next_attempt(NOW, 10, NO_PAUSE, 0) is None


def test_chance_makes_a_pause_longer_by_a_fifth_at_most() -> None:
    assert next_attempt(NOW, 2, NO_PAUSE, 1) == NOW + timedelta(minutes=6)


def test_a_wish_makes_a_pause_longer_and_never_shorter() -> None:
    assert next_attempt(NOW, 1, timedelta(hours=1), 0) == NOW + timedelta(hours=1)
    assert next_attempt(NOW, 3, timedelta(seconds=1), 0) == NOW + timedelta(minutes=30)


@pytest.mark.parametrize(
    ("status", "retry_after", "seconds"),
    [
        (429, "600", 600),
        (503, " 600 ", 600),
        (429, "Mon, 04 May 2026 12:10:00 GMT", 600),
        (429, "Mon, 04 May 2026 12:10:00", 600),
        (429, "Mon, 04 May 2026 11:00:00 GMT", 0),
        (429, "9" * 400, 86400),
        (429, "Fri, 31 Dec 9999 23:59:59 GMT", 86400),
        (429, "-5", 0),
        (429, "١٢", 0),
        (429, "soon", 0),
        (429, None, 0),
        (500, "600", 0),
        (None, None, 0),
    ],
)
def test_who_is_throttled_may_ask_for_a_pause_of_up_to_a_day(
    status: int | None, retry_after: str | None, seconds: int
) -> None:
    assert requested_pause(status, retry_after, NOW) == timedelta(seconds=seconds)


def test_an_endpoint_that_is_gone_or_was_failing_for_days_is_switched_off() -> None:
    days = [NOW - timedelta(days=number) for number in (4, 6)]
    assert reason_to_stop(410, None, NOW) == SwitchedOff.GONE
    assert [reason_to_stop(500, since, NOW) for since in days] == [None, SwitchedOff.FAILING]

"""When the time for a turn is over, and how much of it is left."""

from __future__ import annotations

import os
import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from service.accounts.vacations import Vacation
from service.play.timekeeping import Bank, Break, ClockTerms, Fast, History, Why, breaks_within, deadline, remaining
from tests.service.play.timekeeping.second_reading import (
    STEP,
    deadline_slowly,
    remaining_slowly,
    some_history,
)

EXAMPLES = int(os.environ.get("EXAMPLES", "10000"))
BERLIN = ZoneInfo("Europe/Berlin")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
THURSDAY = datetime(2026, 5, 7, 12, tzinfo=UTC)


def test_without_breaks_a_turn_lasts_as_long_as_it_was_given() -> None:
    history = History(THURSDAY, 3 * DAY)
    assert deadline(ClockTerms(3), history) == THURSDAY + 3 * DAY
    assert remaining(ClockTerms(3), history, THURSDAY + DAY) == 2 * DAY
    assert remaining(ClockTerms(3), history, THURSDAY + 4 * DAY) == -DAY


def test_a_weekend_does_not_count_where_it_is_off() -> None:
    history = History(THURSDAY, 3 * DAY, zone=BERLIN)
    terms = ClockTerms(3, weekends_off=True)
    assert deadline(terms, history) == THURSDAY + 5 * DAY
    assert [(each.why, each.since) for each in breaks_within(terms, history)] == [
        (Why.WEEKEND, datetime(2026, 5, 8, 22, tzinfo=UTC))
    ]


def test_a_weekend_in_which_summer_begins_is_an_hour_shorter() -> None:
    friday = datetime(2026, 3, 27, 12, tzinfo=UTC)
    assert deadline(ClockTerms(1, weekends_off=True), History(friday, DAY, zone=BERLIN)) == friday + 3 * DAY - HOUR


def test_nights_do_not_count_where_they_are_off() -> None:
    terms, history = ClockTerms(1, nights_off=True), History(THURSDAY, 12 * HOUR, zone=BERLIN)
    assert deadline(terms, history) == THURSDAY + 22 * HOUR  # 8 hours until 22:00, 10 of night, 4 more


def test_a_vacation_counts_for_nothing_unless_the_table_forbids_it() -> None:
    away = (Vacation(date(2026, 5, 8), date(2026, 5, 21)),)
    history = History(THURSDAY, 3 * DAY, zone=BERLIN, vacations=away)
    assert deadline(ClockTerms(3), history) == THURSDAY + 17 * DAY
    assert deadline(ClockTerms(3, vacations=False), history) == THURSDAY + 3 * DAY


def test_what_overlaps_is_left_out_once() -> None:
    away = (Vacation(date(2026, 5, 9), date(2026, 5, 10)),)
    outage = Break(THURSDAY + DAY, THURSDAY + 3 * DAY, Why.OUTAGE)
    history = History(THURSDAY, 3 * DAY, (outage,), BERLIN, away)
    alone = History(THURSDAY, 3 * DAY, (outage,), BERLIN)
    assert deadline(ClockTerms(3, weekends_off=True), history) == deadline(ClockTerms(3, weekends_off=True), alone)


def test_a_clock_that_is_stopped_has_no_deadline_and_keeps_its_time() -> None:
    history = History(THURSDAY, 3 * DAY, (Break(THURSDAY + DAY, None, Why.PAUSE),))
    assert deadline(ClockTerms(3), history) is None
    assert remaining(ClockTerms(3), history, THURSDAY + 50 * DAY) == 2 * DAY


def test_a_bank_adds_hours_to_what_was_saved_and_holds_no_more_than_its_most() -> None:
    terms = ClockTerms(5, Bank(hours_per_move=12, most_days=7))
    assert terms.given(None) == 5 * DAY + 12 * HOUR
    assert terms.given(timedelta()) == 12 * HOUR
    assert terms.given(7 * DAY) == 7 * DAY


@pytest.mark.parametrize(
    "terms",
    [
        ClockTerms(3),
        ClockTerms(5, Bank(6, 9), weekends_off=True),
        ClockTerms(1, vacations=False),
        ClockTerms.of_fast(1, Fast(15, 20)),
    ],
)
def test_terms_come_back_as_they_are_kept(terms: ClockTerms) -> None:
    assert ClockTerms.read(terms.days, terms.kept, terms.kept_fast) == terms
    assert (terms.kept is None and terms.kept_fast is None) == (terms == ClockTerms(terms.days))


def test_random_histories_read_alike_slowly() -> None:
    chance = random.Random(2026)
    for _ in range(EXAMPLES):
        terms, history = some_history(chance)
        ends = deadline(terms, history)
        assert ends == deadline_slowly(terms, history), (terms, history)
        now = history.began_at + STEP * chance.randrange(200)
        left = remaining(terms, history, now)
        assert left == remaining_slowly(terms, history, now), (terms, history, now)
        assert (left >= timedelta()) == (ends is None or now <= ends), (terms, history, now)

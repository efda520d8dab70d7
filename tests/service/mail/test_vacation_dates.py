"""Days behind the word vacation, as people write them."""

from __future__ import annotations

from datetime import date

import pytest

from service.mail.commands import Move, understand
from service.mail.vacation_dates import Away

TODAY = date(2026, 5, 4)


@pytest.mark.parametrize(
    "text",
    [
        "vacation 1.–14. August",
        "Vacation 1.-14. August 2026!",
        "vacation: 1-14 August",
        "vacation August 1st to 14th",
        "vacation 1 Aug 2026 until 14 Aug 2026",
        "vacation from 1 August to 14 August",
        "vacation 2026-08-01 to 2026-08-14",
        "vacation 2026-08-01/2026-08-14",
        "vacation 2026-08-01-2026-08-14",
        "urlaub vom 1.8. bis zum 14.8.",
        "urlaub 1.8.2026-14.8.2026",
        "ferie dal 1 al 14 agosto",
        "vacanze dal 1º al 14 agosto",
        "vacanza dall'1 agosto fino al 14 agosto",
    ],
)
def test_two_weeks_in_august_are_written_in_many_ways(text: str) -> None:
    read = understand(text)
    assert isinstance(read, Away)
    assert str(read.vacation(TODAY)) == "2026-08-01/2026-08-14"


def test_days_without_a_year_are_the_next_ones() -> None:
    read = understand("vacation 28 December - 3 January")
    assert isinstance(read, Away)
    assert str(read.vacation(TODAY)) == "2026-12-28/2027-01-03"
    read = understand("holiday 3 May")
    assert isinstance(read, Away)
    assert str(read.vacation(TODAY)) == "2027-05-03/2027-05-03"


@pytest.mark.parametrize(
    "text",
    [
        "vacation",
        "vacation 10 days",
        "Urlaub für 10 Tage",
        "ferie per 2 settimane",
        "vacation 30 to 31 February",
        "vacation 0.-99. August",
    ],
)
def test_what_the_calendar_has_not_is_a_wish_without_days(text: str) -> None:
    read = understand(text)
    assert isinstance(read, Away)
    assert read.vacation(TODAY) is None


@pytest.mark.parametrize(
    "text", ["vacation tomorrow", "vacation starts on 5 June", "vacation 99999", "My vacation is over"]
)
def test_talk_about_vacations_is_no_wish(text: str) -> None:
    assert understand(text) == Move(text)

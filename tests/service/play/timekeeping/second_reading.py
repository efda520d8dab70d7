"""A second, slow implementation of turn clocks: half hour by half hour, by wall clock time."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from service.accounts.vacations import Vacation
from service.play.timekeeping import Break, ClockTerms, History, Why

STEP = timedelta(minutes=30)
ZONES = [
    ZoneInfo(name)
    for name in (
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "America/Santiago",  # its summer begins at midnight
        "Asia/Kolkata",  # half an hour beside the others
        "Australia/Lord_Howe",  # its summer is half an hour
        "Pacific/Apia",  # had no 30 December 2011
        "Pacific/Kiritimati",
    )
]
TURNING_POINTS = [
    datetime(2026, 3, 28, tzinfo=UTC),  # summer begins in Europe
    datetime(2026, 10, 24, tzinfo=UTC),  # and ends
    datetime(2026, 4, 4, tzinfo=UTC),  # the south
    datetime(2026, 9, 5, tzinfo=UTC),
    datetime(2026, 10, 31, tzinfo=UTC),  # America
    datetime(2028, 2, 28, tzinfo=UTC),  # a leap day
    datetime(2011, 12, 29, tzinfo=UTC),  # Samoa
    datetime(2026, 12, 31, tzinfo=UTC),
]


def counts(terms: ClockTerms, history: History, at: datetime) -> bool:
    """Whether the half hour that begins then counts."""
    wall = at.astimezone(history.zone)
    if terms.weekends_off and wall.isoweekday() in (6, 7):
        return False
    if terms.nights_off and not 8 <= wall.hour < 22:
        return False
    if terms.vacations and any(wall.date() in list(each.days) for each in history.vacations):
        return False
    return not any(stop.since <= at and (stop.until is None or at < stop.until) for stop in history.stops)


def remaining_slowly(terms: ClockTerms, history: History, now: datetime) -> timedelta:
    """Compute `remaining`."""
    at, left = history.began_at, history.given
    while at < now:
        left -= STEP if counts(terms, history, at) else timedelta()
        at += STEP
    return left


def deadline_slowly(terms: ClockTerms, history: History) -> datetime | None:
    """Compute `deadline`: the last moment at which no more than the time is spent."""
    at, left = history.began_at, history.given
    is_stopped = [stop.since for stop in history.stops if stop.until is None]
    while True:
        if is_stopped and at >= max(is_stopped):
            return None
        if counts(terms, history, at):
            if left < STEP:
                return at + left
            left -= STEP
        at += STEP


def some_history(chance: random.Random) -> tuple[ClockTerms, History]:
    """Create a random turn around a calendar irregularity."""
    terms = ClockTerms(
        days=3,
        weekends_off=chance.random() < 0.5,
        nights_off=chance.random() < 0.4,
        vacations=chance.random() < 0.8,
    )
    began = chance.choice(TURNING_POINTS) + STEP * chance.randrange(-40, 60)
    given = STEP * chance.choice([0, 1, 24, 48, chance.randrange(100)])
    stops = tuple(_stops(chance, began))
    vacations = tuple(_vacations(chance, began.date()))
    return terms, History(began, given, stops, chance.choice(ZONES), vacations)


def _stops(chance: random.Random, began: datetime) -> Iterable[Break]:
    for _ in range(chance.choice([0, 0, 1, 2])):
        since = began + STEP * chance.randrange(96)
        is_open = chance.random() < 0.1
        yield Break(
            since, None if is_open else since + STEP * chance.randrange(96), chance.choice([Why.PAUSE, Why.OUTAGE])
        )
        if is_open:
            return


def _vacations(chance: random.Random, day: date) -> Iterable[Vacation]:
    for _ in range(chance.choice([0, 0, 1, 2])):
        day += timedelta(chance.randrange(1, 3))
        last = day + timedelta(chance.randrange(3))
        yield Vacation(day, last)
        day = last

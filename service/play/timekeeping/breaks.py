"""Times that do not count: weekends, nights and vacations by the calendar of whoever is to move. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from service.people.days_away import Vacation

NIGHT_FROM, NIGHT_TO = 22, 8
"""The hours at which nights begin and end."""
SATURDAY, WEEK = 5, 7


class Why(StrEnum):
    """Why a time does not count."""

    WEEKEND = "weekend"
    NIGHT = "night"
    VACATION = "vacation"
    PAUSE = "pause"
    """All players wanted it."""
    OUTAGE = "outage"
    """Nobody could play, through a fault of ours."""


@dataclass(frozen=True, order=True)
class Break:
    """A time that does not count; `until` is None while nobody knows."""

    since: datetime
    until: datetime | None
    why: Why


def weekends(zone: ZoneInfo, since: datetime) -> Iterator[Break]:
    """All weekends from the one of that time on."""
    day = since.astimezone(zone).date()
    saturday = day - timedelta((day.weekday() - SATURDAY) % WEEK)
    while True:
        yield Break(_struck(zone, saturday), _struck(zone, saturday + timedelta(days=2)), Why.WEEKEND)
        saturday += timedelta(WEEK)


def nights(zone: ZoneInfo, since: datetime) -> Iterator[Break]:
    """All nights from the one before that day on; a day that a zone steps over has none."""
    day = since.astimezone(zone).date() - timedelta(days=1)
    while True:
        begins, ends = _struck(zone, day, NIGHT_FROM), _struck(zone, day + timedelta(days=1), NIGHT_TO)
        if begins < ends:
            yield Break(begins, ends, Why.NIGHT)
        day += timedelta(days=1)


def vacations(zone: ZoneInfo, taken: Iterable[Vacation]) -> Iterator[Break]:
    """From the midnight before each first day to the one after the last."""
    for each in sorted(taken):
        begins, ends = _struck(zone, each.first), _struck(zone, each.last + timedelta(days=1))
        yield Break(begins, ends, Why.VACATION)


def _struck(zone: ZoneInfo, day: date, hour: int = 0) -> datetime:
    """When clocks in the zone strike that hour: the first time if twice, and as they step over it if never."""
    return datetime.combine(day, time(hour), zone).astimezone(UTC)

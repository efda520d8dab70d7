"""The engine for time: when a turn's time is over, by what its table has agreed on and what has happened. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from heapq import merge
from zoneinfo import ZoneInfo

from service.core.time_zones import UTC_ZONE
from service.people.vacations import Vacation
from service.play.timekeeping.terms import ClockTerms

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


NONE = timedelta()


@dataclass(frozen=True)
class History:
    """What has happened in a turn: when it began, with how much time, and when its clock was stopped since.

    Whoever is to move lives in that zone and takes those vacations.
    """

    began_at: datetime
    given: timedelta
    stops: tuple[Break, ...] = ()
    zone: ZoneInfo = UTC_ZONE
    vacations: tuple[Vacation, ...] = ()


def remaining(terms: ClockTerms, history: History, now: datetime) -> timedelta:
    """How much of the time for the turn is left; less than nothing once it is over."""
    at, spent = history.began_at, NONE
    for each in _breaks(terms, history):
        if each.since >= now:
            break
        spent += max(NONE, each.since - at)
        at = max(at, min(each.until or now, now))
    return history.given - spent - max(NONE, now - at)


def deadline(terms: ClockTerms, history: History) -> datetime | None:
    """The last moment of the turn's time; None while its clock is stopped and nobody knows until when.

    What is over when a break begins has the time until its end: nothing of it counts.
    """
    at, left = history.began_at, history.given
    for each in _breaks(terms, history):
        if each.since - at > left:
            break
        if each.until is None:
            return None
        left -= max(NONE, each.since - at)
        at = max(at, each.until)
    return at + left


def breaks_within(terms: ClockTerms, history: History) -> list[Break]:
    """The breaks that have moved the deadline, or stop the clock now, in order."""
    until, found = deadline(terms, history), list[Break]()
    for each in _breaks(terms, history):
        if until is not None and each.since >= until:
            break
        if each.until is None or each.until > history.began_at:
            found.append(each)
        if each.until is None:
            break
    return found


def _breaks(terms: ClockTerms, history: History) -> Iterator[Break]:
    """All that does not count, by when it begins; it may overlap, and go on for ever."""
    began, zone = history.began_at, history.zone
    return merge(
        sorted(history.stops, key=_begins),
        vacations(zone, history.vacations) if terms.vacations else (),
        weekends(zone, began) if terms.weekends_off else (),
        nights(zone, began) if terms.nights_off else (),
        key=_begins,
    )


def _begins(each: Break) -> datetime:
    return each.since

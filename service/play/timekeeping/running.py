"""The clock of a turn: how much of its time is left, until when it goes, and what made it stand still. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

from service.core.time_zones import UTC_ZONE
from service.people.days_away import Vacation
from service.play.timekeeping.breaks import Break, nights, vacations, weekends
from service.play.timekeeping.terms import ClockTerms

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

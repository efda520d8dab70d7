"""The engine for time: when a turn's time is over, by what its table has agreed on and what has happened. Pure.

First the terms, then the breaks, which do not count, by the calendar of whoever is to move; then the clock of a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from heapq import merge
from operator import attrgetter
from typing import Any
from zoneinfo import ZoneInfo

from rules.json_types import Json
from service.core.time_zones import UTC_ZONE
from service.people.vacations import Vacation

NONE, MINUTE, HOUR, DAY = timedelta(), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LONG = 2 * DAY
"""From so long a time for a move on, its reminder comes a day before the end, else when a third of it is left."""
REMINDED_BEFORE = DAY
MOST_DAYS = 60
"""For each move."""
MOST_MINUTES, MOST_SECONDS = 180, 600
"""Of a fast clock: for the whole game, and with each move."""
NIGHT_FROM, NIGHT_TO = 22, 8
"""The hours at which nights begin and end."""
SATURDAY, WEEK = 5, 7


@dataclass(frozen=True)
class Bank:
    """Time that a seat saves: each turn adds `hours_per_move`, and there are never more than `most_days`."""

    hours_per_move: int
    most_days: int


@dataclass(frozen=True)
class Fast:
    """For those who are there together: a seat has `minutes` for the game, and each turn adds `seconds_per_move`.

    It begins with a seat's second turn, so that everybody can come to the table first.
    """

    minutes: int
    seconds_per_move: int


@dataclass(frozen=True)
class ClockTerms:
    """`days` are for each move; with a bank, what it holds at the beginning; on a fast clock, for the first move.

    On a fast clock nothing else is agreed on: it stops for no weekend, night or vacation.
    """

    days: int
    bank: Bank | None = None
    weekends_off: bool = False
    nights_off: bool = False
    vacations: bool = True
    fast: Fast | None = None

    @classmethod
    def read(cls, days: int, agreed: Mapping[str, Any] | None, fast: Mapping[str, int] | None = None) -> ClockTerms:
        """What `kept` and `kept_fast` have made of terms; nothing is kept of plain ones."""
        if fast is not None:
            return cls.of_fast(days, Fast(**fast))
        told = dict(agreed or {})
        bank = told.pop("bank", None)
        return cls(days, Bank(**bank) if bank else None, **told)

    @classmethod
    def of_fast(cls, days: int, fast: Fast) -> ClockTerms:
        """A fast clock, for whose first moves there are days."""
        return cls(days, vacations=False, fast=fast)

    @property
    def kept(self) -> dict[str, Json] | None:
        """All but the days, as JSON; None if there is nothing but days, and of a fast clock."""
        if self.fast is not None or self == ClockTerms(self.days):
            return None
        told = asdict(self)
        return {name: told[name] for name in told if name not in ("days", "fast")}

    @property
    def kept_fast(self) -> dict[str, int] | None:
        """The fast clock as JSON; None if there is none."""
        return asdict(self.fast) if self.fast is not None else None

    @property
    def saves(self) -> bool:
        """Whether what is left after a turn is there for the next one."""
        return self.bank is not None or self.fast is not None

    def given(self, saved: timedelta | None) -> timedelta:
        """The time for a turn of a seat that has saved so much; None if it had no turn yet."""
        if self.fast is not None and saved is not None:
            return saved + timedelta(seconds=self.fast.seconds_per_move)
        if self.bank is None:
            return self.days * DAY
        held = self.days * DAY if saved is None else saved
        return min(held + self.bank.hours_per_move * HOUR, self.bank.most_days * DAY)

    def saved(self, left: timedelta, before: timedelta | None) -> timedelta:
        """What a seat has saved after a turn of which so much is left, and before which it had saved that."""
        if self.fast is not None and before is None:
            return self.fast.minutes * MINUTE
        return left

    @property
    def back_with(self) -> timedelta:
        """What who comes back has saved at the least."""
        return DAY if self.fast is None else self.fast.minutes * MINUTE


def warned_before(length: timedelta) -> timedelta:
    """How long before the end of a turn that takes so long at most it is time to say so."""
    return REMINDED_BEFORE if length >= LONG else length / 3


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
    began, zone, begins = history.began_at, history.zone, attrgetter("since")
    return merge(
        sorted(history.stops, key=begins),
        vacations(zone, history.vacations) if terms.vacations else (),
        weekends(zone, began) if terms.weekends_off else (),
        nights(zone, began) if terms.nights_off else (),
        key=begins,
    )

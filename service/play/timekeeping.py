"""Time control: compute deadlines from the agreed terms and the history of a turn. Pure.

First the terms, then the breaks, which do not count, in the time zone of the player to move; then the clock of a turn.
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
from service.accounts.vacations import Vacation
from service.language.time_zones import UTC_ZONE

NONE, MINUTE, HOUR, DAY = timedelta(), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LONG = 2 * DAY
"""From this time per move on, the reminder comes a day before the deadline, else when a third of the time is left."""
REMINDED_BEFORE = DAY
MOST_DAYS = 60
"""For each move."""
MOST_MINUTES, MOST_SECONDS = 180, 600
"""Limits of a fast clock: minutes for the whole game, and seconds per move."""
NIGHT_FROM, NIGHT_TO = 22, 8
"""The hours at which nights begin and end."""
SATURDAY, WEEK = 5, 7


@dataclass(frozen=True)
class Bank:
    """A time bank: each turn adds `hours_per_move`, up to `most_days`."""

    hours_per_move: int
    most_days: int


@dataclass(frozen=True)
class Fast:
    """A fast clock for live games: a seat has `minutes` for the game, and each turn adds `seconds_per_move`.

    It starts with a seat's second turn, so that everybody can arrive first.
    """

    minutes: int
    seconds_per_move: int


@dataclass(frozen=True)
class ClockTerms:
    """A time control: `days` per move; with a bank, its initial content; on a fast clock, for the first move.

    A fast clock has no other terms: it ignores weekends, nights and vacations.
    """

    days: int
    bank: Bank | None = None
    weekends_off: bool = False
    nights_off: bool = False
    vacations: bool = True
    fast: Fast | None = None

    @classmethod
    def read(cls, days: int, agreed: Mapping[str, Any] | None, fast: Mapping[str, int] | None = None) -> ClockTerms:
        """Parse the terms that `kept` and `kept_fast` serialize; plain ones are stored as None."""
        if fast is not None:
            return cls.of_fast(days, Fast(**fast))
        told = dict(agreed or {})
        bank = told.pop("bank", None)
        return cls(days, Bank(**bank) if bank else None, **told)

    @classmethod
    def of_fast(cls, days: int, fast: Fast) -> ClockTerms:
        """Return the terms of a fast clock, with days for the first moves."""
        return cls(days, vacations=False, fast=fast)

    @property
    def kept(self) -> dict[str, Json] | None:
        """The terms without the days, as JSON; None if there is nothing else, and for a fast clock."""
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
        """Whether the time left after a turn is saved for the next one."""
        return self.bank is not None or self.fast is not None

    def given(self, saved: timedelta | None) -> timedelta:
        """Return the time for a turn of a seat with so much time saved, which is None before its first turn."""
        if self.fast is not None and saved is not None:
            return saved + timedelta(seconds=self.fast.seconds_per_move)
        if self.bank is None:
            return self.days * DAY
        held = self.days * DAY if saved is None else saved
        return min(held + self.bank.hours_per_move * HOUR, self.bank.most_days * DAY)

    def saved(self, left: timedelta, before: timedelta | None) -> timedelta:
        """Return the saved time of a seat after a turn, from the time left and the saved time before it."""
        if self.fast is not None and before is None:
            return self.fast.minutes * MINUTE
        return left

    @property
    def back_with(self) -> timedelta:
        """The least saved time of a player who comes back."""
        return DAY if self.fast is None else self.fast.minutes * MINUTE


def warned_before(length: timedelta) -> timedelta:
    """Return how long before its end a turn of that length needs a reminder."""
    return REMINDED_BEFORE if length >= LONG else length / 3


class Why(StrEnum):
    """The reasons for a break."""

    WEEKEND = "weekend"
    NIGHT = "night"
    VACATION = "vacation"
    PAUSE = "pause"
    """All players agreed to a pause."""
    OUTAGE = "outage"
    """Nobody could play, because of a fault of ours."""


@dataclass(frozen=True, order=True)
class Break:
    """A time that does not count; `until` is None while its end is unknown."""

    since: datetime
    until: datetime | None
    why: Why


def weekends(zone: ZoneInfo, since: datetime) -> Iterator[Break]:
    """Yield all weekends, starting with the one at or before a time."""
    day = since.astimezone(zone).date()
    saturday = day - timedelta((day.weekday() - SATURDAY) % WEEK)
    while True:
        yield Break(_struck(zone, saturday), _struck(zone, saturday + timedelta(days=2)), Why.WEEKEND)
        saturday += timedelta(WEEK)


def nights(zone: ZoneInfo, since: datetime) -> Iterator[Break]:
    """Yield all nights, starting before the day of a time; a day that a time zone skips has none."""
    day = since.astimezone(zone).date() - timedelta(days=1)
    while True:
        begins, ends = _struck(zone, day, NIGHT_FROM), _struck(zone, day + timedelta(days=1), NIGHT_TO)
        if begins < ends:
            yield Break(begins, ends, Why.NIGHT)
        day += timedelta(days=1)


def vacations(zone: ZoneInfo, taken: Iterable[Vacation]) -> Iterator[Break]:
    """Yield each vacation from the midnight before its first day to the one after its last day."""
    for each in sorted(taken):
        begins, ends = _struck(zone, each.first), _struck(zone, each.last + timedelta(days=1))
        yield Break(begins, ends, Why.VACATION)


def _struck(zone: ZoneInfo, day: date, hour: int = 0) -> datetime:
    """Return when clocks in the zone strike that hour: the first time if twice; at the jump if never."""
    return datetime.combine(day, time(hour), zone).astimezone(UTC)


@dataclass(frozen=True)
class History:
    """The history of a turn: when it began, with how much time, and when its clock was stopped.

    The time zone and vacations are those of the player to move.
    """

    began_at: datetime
    given: timedelta
    stops: tuple[Break, ...] = ()
    zone: ZoneInfo = UTC_ZONE
    vacations: tuple[Vacation, ...] = ()


def remaining(terms: ClockTerms, history: History, now: datetime) -> timedelta:
    """Return the time left for a turn; negative once it is over."""
    at, spent = history.began_at, NONE
    for each in _breaks(terms, history):
        if each.since >= now:
            break
        spent += max(NONE, each.since - at)
        at = max(at, min(each.until or now, now))
    return history.given - spent - max(NONE, now - at)


def deadline(terms: ClockTerms, history: History) -> datetime | None:
    """Return the last moment of the turn's time; None while its clock is stopped with an unknown end.

    A turn that would end within a break ends at the end of the break, of which nothing counts.
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
    """Return the breaks that have moved the deadline, or stop the clock now, in order."""
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
    """Merge all breaks by their start; they may overlap, and the sequence may be infinite."""
    began, zone, begins = history.began_at, history.zone, attrgetter("since")
    return merge(
        sorted(history.stops, key=begins),
        vacations(zone, history.vacations) if terms.vacations else (),
        weekends(zone, began) if terms.weekends_off else (),
        nights(zone, began) if terms.nights_off else (),
        key=begins,
    )

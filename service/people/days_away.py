"""Vacations as days of a calendar: how many there may be, and which of them count. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from service.core.errors import Conflict, Invalid

DAYS_A_YEAR = 30
"""Days of vacation that everybody has in a calendar year."""
AHEAD = timedelta(days=366)
"""So far ahead a vacation may end, and so long it is kept."""
DAY = timedelta(days=1)


@dataclass(frozen=True, order=True)
class Vacation:
    """The days from the first to the last, both with it, by the calendar of whoever takes them."""

    first: date
    last: date

    @classmethod
    def read(cls, text: str) -> Vacation:
        """What `str` has written."""
        first, last = text.split("/")
        return cls(date.fromisoformat(first), date.fromisoformat(last))

    def __str__(self) -> str:
        """An interval as ISO 8601 has it."""
        return f"{self.first}/{self.last}"

    @property
    def days(self) -> Iterable[date]:
        """Each of its days."""
        return (self.first + timedelta(number) for number in range((self.last - self.first).days + 1))


def days_left(vacations: Iterable[Vacation], year: int) -> int:
    """How many days of vacation there are still to take in a year."""
    return DAYS_A_YEAR - _days_by_year(vacations)[year]


def with_another(vacations: Sequence[Vacation], new: Vacation, today: date) -> list[Vacation]:
    """The vacations with one more, in order.

    Invalid `bad-vacation` if it ends before it begins, begins before today or ends more than a year ahead; Conflict
    `vacation-overlaps`, or `vacation-too-long` with the `days_left` of the `year` that has not enough.
    """
    if not today <= new.first <= new.last <= today + AHEAD:
        raise Invalid("bad-vacation")
    if any(new.first <= other.last and other.first <= new.last for other in vacations):
        raise Conflict("vacation-overlaps")
    for year, wanted in _days_by_year([new]).items():
        left = days_left(vacations, year)
        if wanted > left:
            raise Conflict("vacation-too-long", year=year, days_left=left)
    return sorted([*vacations, new])


def without(vacations: Sequence[Vacation], ended: Vacation, today: date) -> list[Vacation]:
    """The vacations without one; of one that has begun, its days until today with it have been taken."""
    others = [other for other in vacations if other != ended]
    return sorted([*others, Vacation(ended.first, min(today, ended.last))]) if ended.first <= today else others


def worth_keeping(vacations: Iterable[Vacation], today: date) -> list[Vacation]:
    """Those that were not over a year ago: a turn that began within one still has those days, in another year, too."""
    return [each for each in vacations if each.last.year >= today.year or each.last > today - AHEAD]


def _days_by_year(vacations: Iterable[Vacation]) -> Counter[int]:
    return Counter(day.year for each in vacations for day in each.days)

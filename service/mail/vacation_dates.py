"""Date parser for the command `vacation`: `1.-14. August`, `1 Aug to 14 Aug 2027`. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from service.accounts.vacations import Vacation

_MONTHS = (
    ("jan", "gen"), ("feb",), ("mar", "mär", "mrz"), ("apr",), ("may", "mai", "mag"), ("jun", "giu"), ("jul", "lug"),
    ("aug", "ago"), ("sep", "set"), ("oct", "okt", "ott"), ("nov",), ("dec", "dez", "dic"),
)  # fmt: skip
"""Beginnings of the months in English, German and Italian."""
_NAME = r"[^\W\d_]{3,}\.?"
_DAY = r"[0-9]{1,2}"
_YEAR = r"[0-9]{4}"
_DATES = [
    re.compile(pattern)
    for pattern in (
        rf"(?P<year>{_YEAR})-(?P<month>{_DAY})-(?P<day>{_DAY})",
        rf"(?P<day>{_DAY})(?:\.|[dhnrst]{{2}}|[°ºo])? ?(?:of )?(?P<name>{_NAME})(?:,? (?P<year>{_YEAR}))?",
        rf"(?P<name>{_NAME}) (?P<day>{_DAY})(?:[dhnrst]{{2}})?(?:,? (?P<year>{_YEAR}))?",
        rf"(?P<day>{_DAY})\. ?(?P<month>{_DAY})\.?(?: ?(?P<year>{_YEAR}))?",
        rf"(?P<day>{_DAY})(?:\.|[dhnrst]{{2}}|[°ºo])?",
    )
]
_FROM = re.compile(r"(?:from|vom|von|ab|dal) (?:the )?|dall'")
_COUNTED = re.compile(r"(?:for |für |per |di )?[0-9]{1,3} (?:days?|weeks?|tage?n?|wochen?|giorn[io]|settiman[ae])")
"""A number of days without a beginning."""
_TO = re.compile(r" ?(?:[-/\u2013\u2014]|\b(?:to|until|till|through|bis(?: zum)?|(?:fino )?al)\b|\b(?:fino )?all') ?")
"""Separators of two days; each match is tried, because a day may contain one."""


@dataclass(frozen=True)
class WrittenDay:
    """A day as far as it was written."""

    day: int
    month: int | None
    year: int | None


@dataclass(frozen=True)
class Away:
    """A vacation asked for; without days if none were written."""

    text: str
    first: WrittenDay | None = None
    last: WrittenDay | None = None

    def vacation(self, today: date) -> Vacation | None:
        """Return the next such days that are not over; None if the calendar has none."""
        if self.first is None or self.last is None:
            return None
        month = self.first.month or self.last.month
        named = self.first.year or (self.last.year if self.last.month is not None else None)
        try:
            first = _next(today, self.first.day, month, named)
            return Vacation(first, _next(first, self.last.day, self.last.month or month, self.last.year))
        except ValueError:
            return None


def read_vacation(word: str, argument: str) -> Away | None:
    """Parse the argument of the vacation command; None unless it is only days or their number."""
    written = " ".join(argument.lower().split()).strip("!\"'<>")
    line = f"{word}{'' if written[:1] in ('', ':') else ' '}{written}"
    days = _FROM.sub("", written.removeprefix(":").strip(), count=1)
    if not days or _COUNTED.fullmatch(days):
        return Away(line)
    for cut in _TO.finditer(days):
        first, last = _day(days[: cut.start()]), _day(days[cut.end() :])
        if first is not None and last is not None and last.month is not None:
            return Away(line, first, last)
        if first is not None and last is not None and first.month is not None:
            return Away(line, first, WrittenDay(last.day, first.month, first.year))
    alone = _day(days)
    return Away(line, alone, alone) if alone is not None and alone.month is not None else None


def _day(text: str) -> WrittenDay | None:
    for pattern in _DATES:
        found = pattern.fullmatch(text.strip())
        told = found.groupdict() if found else {}
        month = _month(told["name"]) if "name" in told else told.get("month")
        if found is not None and not ("name" in told and month is None):
            year = told.get("year")
            return WrittenDay(int(told["day"]), int(month) if month else None, int(year) if year else None)
    return None


def _month(name: str) -> int | None:
    return next((number for number, begins in enumerate(_MONTHS, 1) if name.startswith(begins)), None)


def _next(since: date, day: int, month: int | None, year: int | None) -> date:
    """Return that day in the year given, or its first occurrence from `since` on. Raises ValueError for no such day."""
    if year is not None:
        return date(year, month or since.month, day)
    found = date(since.year, month or since.month, day)
    return found if found >= since else date(since.year + 1, found.month, day)

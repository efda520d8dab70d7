"""Vacations: days on which an account's clocks stop, by the calendar of its time zone.

How many are allowed, and which days count, is decided without a database or a clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from service.accounts.accounts import locked_account
from service.accounts.facts import VacationsChanged
from service.db.engines import session, transaction
from service.jobs.facts import tell
from service.language.errors import Conflict, Forbidden, Invalid, or_not_found
from service.language.time_zones import zone_of
from service.models import Account

DAYS_A_YEAR = 30
"""Days of vacation in each calendar year."""
AHEAD = timedelta(days=366)
"""How far ahead a vacation may end, and how long it is kept."""


@dataclass(frozen=True, order=True)
class Vacation:
    """The days from the first to the last, inclusive, in the account's calendar."""

    first: date
    last: date

    @classmethod
    def read(cls, text: str) -> Vacation:
        """Parse the output of `str`."""
        first, last = text.split("/")
        return cls(date.fromisoformat(first), date.fromisoformat(last))

    def __str__(self) -> str:
        """Format as an ISO 8601 interval."""
        return f"{self.first}/{self.last}"

    @property
    def days(self) -> Iterable[date]:
        """Each of its days."""
        return (self.first + timedelta(number) for number in range((self.last - self.first).days + 1))


def vacations_of(account: Account) -> list[Vacation]:
    """List the kept vacations in order: future ones, and those of the past year."""
    return [Vacation.read(each) for each in account.vacations or ()]


def today_of(account: Account, now: datetime) -> date:
    """Return today's date in the account's time zone."""
    return now.astimezone(zone_of(account.time_zone)).date()


def is_on_vacation(account: Account, now: datetime) -> bool:
    """Check whether the account is on vacation today."""
    today = today_of(account, now)
    return any(each.first <= today <= each.last for each in vacations_of(account))


def take_vacation(account_id: int, new: Vacation, now: datetime) -> Account:
    """Add a vacation to an account, publish that, and return the account.

    Forbidden `not-a-person` for bots; other errors as in `with_another`.
    """
    with transaction():
        account = locked_account(account_id)
        if account.owner_id is not None:
            raise Forbidden("not-a-person")
        today = today_of(account, now)
        kept = vacations_of(account)
        # a turn that began during one still has those days, also in a later year
        kept = [each for each in kept if each.last.year >= today.year or each.last > today - AHEAD]
        _change(account, with_another(kept, new, today), now)
        return account


def end_vacation(account_id: int, first: date, now: datetime) -> Account:
    """End the vacation that begins on that day, and return the account; days until today stay.

    NotFound if there is none, or it is over.
    """
    with transaction():
        account = locked_account(account_id)
        today, taken = today_of(account, now), vacations_of(account)
        ended = or_not_found(next((each for each in taken if each.first == first and each.last >= today), None))
        others = [each for each in taken if each != ended]
        had = [Vacation(first, min(today, ended.last))] if first <= today else []
        _change(account, sorted([*others, *had]), now)
        return account


def days_left(vacations: Iterable[Vacation], year: int) -> int:
    """Return the vacation days left in a year."""
    return DAYS_A_YEAR - _days_by_year(vacations)[year]


def with_another(vacations: Sequence[Vacation], new: Vacation, today: date) -> list[Vacation]:
    """Add a vacation to the others and sort them.

    Invalid `bad-vacation` if it ends before it begins, begins before today or ends more than a year ahead. Conflict
    `vacation-overlaps`, or `vacation-too-long` with the `days_left` of the `year` that has too few.
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


def _days_by_year(vacations: Iterable[Vacation]) -> Counter[int]:
    return Counter(day.year for each in vacations for day in each.days)


def _change(account: Account, vacations: list[Vacation], now: datetime) -> None:
    account.vacations = [str(each) for each in vacations]
    session().flush()
    tell(VacationsChanged(account, now))

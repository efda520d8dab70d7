"""Simulated players, each with a temper."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import update

from service.accounts.vacations import Vacation
from service.db.engines import session, transaction
from service.models import Account
from tests.service.tables import person

NEVER = timedelta(days=36500)
ZONES = ("UTC", "Europe/Rome", "America/New_York", "America/Santiago", "Asia/Kolkata", "Pacific/Kiritimati")


@dataclass(frozen=True)
class Habits:
    """Probabilities: of actions per look, of terms per game, and of failing emails."""

    vacations: float = 0.01
    pauses: float = 0.01
    draws: float = 0.004
    resignations: float = 0.002
    banks: float = 0.2
    fast: float = 0.1
    bad_mailboxes: float = 0.2
    mails_fail: float = 0.5
    substitutes: float = 0.05


USUAL = Habits()
LIVELY = Habits(
    vacations=0.3, draws=0.3, resignations=0.05, banks=0.4, fast=0.3, bad_mailboxes=1, mails_fail=0.7, substitutes=0.2
)


class Temper(NamedTuple):
    """A player's habits: mean hours between looks, active weekdays, and other actions."""

    hours: float
    weekdays: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    goes_after: float = 0
    """The mean of days after which they never come back; 0 for people who stay."""
    plans: bool = False


TEMPERS = (
    Temper(8),
    Temper(30),
    Temper(20, (6, 7)),
    Temper(12, plans=True),
    Temper(16, goes_after=60),
)


@dataclass
class Person:
    """A person, their account, and their next look."""

    account: Account
    temper: Temper
    next_look: datetime
    gone_at: datetime
    mails_fail: float
    """The share of mails to them that fail."""
    vacations: list[Vacation] = field(default_factory=list)

    @property
    def zone(self) -> ZoneInfo:
        """Where they live."""
        return ZoneInfo(self.account.time_zone)

    def is_there(self, now: datetime) -> bool:
        """Check whether they look at their games that day."""
        today = now.astimezone(self.zone).date()
        is_away = any(today in list(each.days) for each in self.vacations)
        return not is_away and today.isoweekday() in self.temper.weekdays


def some_person(number: int, rng: Random, habits: Habits, now: datetime, first_look: datetime) -> Person:
    """Return the person of that number, with their temper."""
    temper, account = TEMPERS[number % len(TEMPERS)], person(f"p{number}")
    with transaction() as current:
        current.execute(update(Account).where(Account.id == account.id).values(time_zone=rng.choice(ZONES)))
    session().refresh(account)
    gone = timedelta(days=rng.expovariate(1 / temper.goes_after)) if temper.goes_after else NEVER
    mails_fail = habits.mails_fail if rng.random() < habits.bad_mailboxes else 0
    return Person(account, temper, first_look, now + gone, mails_fail)

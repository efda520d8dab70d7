"""Vacations: days on which no clock of somebody's goes, taken from a day to a day by the calendar of their zone."""

from __future__ import annotations

from datetime import date, datetime

from service.core.db import session, transaction
from service.core.errors import Forbidden, NotFound
from service.core.time_zones import zone_of
from service.models import Account
from service.people.days_away import Vacation, with_another, without, worth_keeping
from service.people.facts import VacationsChanged
from service.work.facts import tell


def vacations_of(account: Account) -> list[Vacation]:
    """Those that are kept, in order: later ones, and those of a year back."""
    return [Vacation.read(each) for each in account.vacations or ()]


def today_of(account: Account, now: datetime) -> date:
    """Which day it is where they live."""
    return now.astimezone(zone_of(account.time_zone)).date()


def is_on_vacation(account: Account, now: datetime) -> bool:
    """Whether they are away today."""
    today = today_of(account, now)
    return any(each.first <= today <= each.last for each in vacations_of(account))


def take_vacation(account_id: int, new: Vacation, now: datetime) -> Account:
    """The account with another vacation, of which its tables are told.

    Forbidden `not-a-person` for bots; refused as `with_another` has it.
    """
    with transaction():
        account = _locked(account_id)
        if account.owner_id is not None:
            raise Forbidden("not-a-person")
        today = today_of(account, now)
        _change(account, with_another(worth_keeping(vacations_of(account), today), new, today), now)
        return account


def end_vacation(account_id: int, first: date, now: datetime) -> Account:
    """The account without the vacation that begins that day: of one that has begun, what is left of it.

    NotFound if there is none that is not over by now.
    """
    with transaction():
        account = _locked(account_id)
        today, taken = today_of(account, now), vacations_of(account)
        ended = next((each for each in taken if each.first == first and each.last >= today), None)
        if ended is None:
            raise NotFound
        _change(account, without(taken, ended, today), now)
        return account


def _change(account: Account, vacations: list[Vacation], now: datetime) -> None:
    account.vacations = [str(each) for each in vacations]
    session().flush()
    tell(VacationsChanged(account, now))


def _locked(account_id: int) -> Account:
    """The account, locked so that others may still refer to it."""
    locking = {"key_share": True}
    return session().get_one(Account, account_id, with_for_update=locking, populate_existing=True)

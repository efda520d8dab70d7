"""The word `vacation` with its days: no clock of the writer goes then."""

from __future__ import annotations

from datetime import datetime

from rules.json_types import Json
from service.core.errors import Refused
from service.mail.vacation_dates import Away
from service.models import Account
from service.people.days_away import days_left
from service.people.vacations import take_vacation, today_of, vacations_of
from service.work.units import undone_if_refused


def away_in_vain(wish: Away, account: Account, now: datetime) -> bool:
    """Whether no days are written that can be taken, whoever asks."""
    return wish.vacation(today_of(account, now)) is None


def take_by_mail(wish: Away, account: Account, now: datetime) -> tuple[str, dict[str, Json]]:
    """Take it for all games of the account; the topic of the answer, and what it is to tell."""
    taken = wish.vacation(today_of(account, now))
    if taken is None:
        return "bad-vacation", {}
    try:
        after = undone_if_refused(lambda: take_vacation(account.id, taken, now))
    except Refused as refused:
        return refused.code, {"left": refused.details.get("days_left")}
    return "vacation", {"vacation": str(taken), "left": days_left(vacations_of(after), taken.first.year)}

"""The command `vacation`, which stops all clocks of the writer on its days, and the answers to it."""

from __future__ import annotations

from datetime import datetime

from rules.prose import N_
from service.accounts.vacations import Vacation, days_left, take_vacation, today_of, vacations_of
from service.jobs.units import undone_if_refused
from service.language.catalogue import gettext, ngettext
from service.language.errors import Refused
from service.mail.command_table import Command, answers_to
from service.mail.commands import Told
from service.mail.vacation_dates import Away
from service.models import Account, Notice
from service.presentation.clock_words import days_in_words

WORDS = {
    **answers_to(Command.VACATION),
    "bad-vacation": (
        N_("When is your vacation?"),
        N_(
            "Nothing was changed. Write “vacation” with the first and the last day, such as: vacation 1-14 "
            "August. It begins today or later and ends within a year."
        ),
    ),
    "vacation-overlaps": (
        N_("You already have a vacation then"),
        N_("Nothing was changed. Some of these days belong to another vacation. Your settings list it."),
    ),
    "vacation-too-long": (
        N_("You don't have enough vacation days left"),
        N_("Nothing was changed. Everyone has 30 days a year."),
    ),
}
"""Title and text of the answer, by topic."""


def away_in_vain(intent: Away, account: Account, now: datetime) -> bool:
    """Check whether the days are missing or invalid for any account."""
    return intent.vacation(today_of(account, now)) is None


def take_by_mail(intent: Away, account: Account, now: datetime) -> Told:
    """Save the vacation for all games of the account; return topic and data of the answer."""
    taken = intent.vacation(today_of(account, now))
    if taken is None:
        return "bad-vacation", {}
    try:
        after = undone_if_refused(lambda: take_vacation(account.id, taken, now))
    except Refused as refused:
        return refused.code, {"left": refused.details.get("days_left")}
    return "vacation", {"vacation": str(taken), "left": days_left(vacations_of(after), taken.first.year)}


def told(notice: Notice) -> str:
    """Return the text of the answer, with the days, and how many are left."""
    _, text = WORDS[notice.data["topic"]]
    taken, left = notice.data.get("vacation"), notice.data.get("left")
    said = gettext(text, days=days_in_words(Vacation.read(taken))) if taken else gettext(text)
    if left is None:
        return said
    rest = ngettext("You have one day left that year.", "You have %(num)d days left that year.", left)
    return f"{said} {rest}"

"""The commands `pause` and `resume`, which hold back emails about games, and the answers to them."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.prose import N_
from service.language.catalogue import gettext, ngettext
from service.language.errors import Invalid
from service.mail.command_table import Command, answers_to
from service.mail.commands import Request, Told
from service.mail.facts import recipient, time_for
from service.models import Account, Notice
from service.notifications.preferences import LONGEST_PAUSE, PAUSE, pause, turns_ending_before

WORDS = {
    **answers_to(Command.PAUSE, Command.RESUME),
    "bad-pause": (
        N_("Emails not paused"),
        N_("Nothing was changed. Write “pause” for a week, or “pause” and a number of days from 1 to 90."),
    ),
}
"""Title and text of the answer, by topic."""


def pause_in_vain(request: Request) -> bool:
    """Check whether the number of days is out of range for any account."""
    return request.argument.isdigit() and not 0 < int(request.argument) <= LONGEST_PAUSE.days


def pause_or_resume(request: Request, account: Account, now: datetime) -> Told:
    """Pause or resume emails about all games of the account; return topic and data of the answer."""
    if request.command is Command.RESUME:
        pause(account.id, None, now)
        return "resumed", {}
    until = now + (timedelta(days=int(request.argument)) if request.argument.isdigit() else PAUSE)
    try:
        pause(account.id, until, now)
    except Invalid as refused:
        return refused.code, {}
    return "paused", {"until": until.isoformat(), "turns_ending": turns_ending_before(account, until)}


def told(notice: Notice) -> str:
    """Return the text of the answer, with the end of the pause and a warning about deadlines."""
    _, text = WORDS[notice.data["topic"]]
    if "until" not in notice.data:
        return gettext(text)
    until, turns_ending = datetime.fromisoformat(notice.data["until"]), notice.data["turns_ending"]
    said = gettext(text, until=time_for(recipient(notice), until))
    if not turns_ending:
        return said
    warning = ngettext(
        "In one of your games, you run out of time before then.",
        "In %(num)d of your games, you run out of time before then.",
        turns_ending,
    )
    return f"{said} {warning}"

"""The words `pause` and `resume` by mail: mails about games wait for a while; and what is said of it."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.prose import N_
from service.core.errors import Invalid
from service.core.language import gettext, ngettext
from service.mail.commands import Request, Told, Word
from service.mail.facts import recipient, time_for
from service.models import Account, Notice
from service.post.preferences import LONGEST_PAUSE, PAUSE, pause, turns_ending_before

WORDS = {
    "paused": (
        N_("Emails paused"),
        N_(
            "We won't email you about your games until %(until)s. Then you get everything that still matters. "
            "Deadlines keep running. To get emails again sooner, reply with: resume"
        ),
    ),
    "resumed": (
        N_("Emails resumed"),
        N_("You get emails about your games again, starting with those on hold."),
    ),
    "bad-pause": (
        N_("Emails not paused"),
        N_("Nothing was changed. Write “pause” for a week, or “pause” and a number of days from 1 to 90."),
    ),
}
"""By what the answer is about: its title, and what it says."""


def pause_in_vain(request: Request) -> bool:
    """Whether it is for so many days that it cannot be had, whoever asks."""
    return request.days is not None and not 0 < request.days <= LONGEST_PAUSE.days


def pause_or_resume(request: Request, account: Account, now: datetime) -> Told:
    """Do it for all games of the account; what the answer is to tell of it."""
    if request.word == Word.RESUME:
        pause(account.id, None, now)
        return "resumed", {}
    until = now + (PAUSE if request.days is None else timedelta(days=request.days))
    try:
        pause(account.id, until, now)
    except Invalid as refused:
        return refused.code, {}
    return "paused", {"until": until.isoformat(), "turns_ending": turns_ending_before(account, until)}


def told(notice: Notice) -> str:
    """The text of an answer, with the end of the pause and what the pause costs."""
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

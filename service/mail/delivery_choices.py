"""The commands `quiet`, `digest` and `idle`, which choose when emails about games come, and the answer to them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rules.prose import N_
from service.language.catalogue import gettext, span
from service.mail.command_table import Command
from service.mail.commands import Request, Told
from service.mail.personal import OFF
from service.models import Account, Delivery, Notice
from service.notifications.preferences import RANGES, choose

_PREFERENCES = {
    Command.QUIET: (None, ("quiet_from", "quiet_to")),
    Command.DIGEST: (Delivery.DIGEST, ("digest_hour",)),
    Command.IDLE: (Delivery.IDLE, ("idle_minutes",)),
}
"""The mode that a command chooses, and the preferences that its numbers are."""
_MODES = {
    Delivery.AT_ONCE: N_("We email you at once."),
    Delivery.IDLE: N_("We email you %(wait)s after your turn begins, unless it is over by then."),
    Delivery.DIGEST: N_("We email you once a day, at %(digest_hour)d:00."),
    Delivery.OFF: N_("We don't email you about your games."),
}


def preferences_in(asked: Request) -> dict[str, Any] | None:
    """Return the preferences that a command chooses, as `choose` takes them; None if the numbers are wrong."""
    mode, names = _PREFERENCES[asked.command]
    if asked.argument == OFF:
        return {"delivery": Delivery.AT_ONCE} if mode else dict.fromkeys(names, 0)
    numbers = list(map(int, asked.argument.split("-")))
    chosen = dict(zip(names, numbers, strict=False))
    is_valid = len(numbers) == len(names) and all(number in RANGES[name] for name, number in chosen.items())
    return {"delivery": mode, **chosen} if is_valid else None


def choose_by_mail(asked: Request, account: Account, now: datetime) -> Told:
    """Change when emails about games come; the answer gives all that is chosen then."""
    wanted = preferences_in(asked)
    if wanted is None:
        return "misused", {"command": asked.command.english}
    after = choose(account.id, now, **wanted)
    return "emails", {name: getattr(after, name) for name in ("delivery", "time_zone", *RANGES)}


def when_mailed(notice: Notice) -> str:
    """Return the text of the answer: when emails come, and the quiet hours."""
    data = notice.data
    sentences = (
        _MODES[Delivery(data["delivery"])],
        N_("Quiet hours are from %(quiet_from)d:00 to %(quiet_to)d:00.")
        if data["quiet_from"] != data["quiet_to"]
        else N_("You have no quiet hours."),
        N_("These times are in the time zone %(time_zone)s."),
    )
    return " ".join(gettext(each, **data | {"wait": span(60 * data["idle_minutes"])}) for each in sentences)

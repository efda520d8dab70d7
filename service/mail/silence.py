"""The last line of a final answer before we stop answering: until when, and which emails it also covers."""

from __future__ import annotations

from datetime import datetime

from rules.prose import N_
from service.language.catalogue import gettext
from service.mail.facts import recipient, time_for
from service.models import Notice
from service.notifications.answers import BESIDE, NOTHING_IS_ANSWERED, SILENT_UNTIL

OF_THIS_KIND = N_(
    "You've sent many emails like this one. We'll answer such emails again after %(until)s. We still do "
    "everything that we understand."
)
OF_ALL_KINDS = N_(
    "You've sent many emails this hour. We'll reply again after %(until)s. We still play your moves and do "
    "everything else that we understand."
)


BESIDE_THIS = N_("We've also read these emails from you. They get no answer of their own: %(mails)s")


def silence_told(notice: Notice) -> str:
    """List the emails without an answer of their own, and say until when nothing is answered; "" if neither applies."""
    until, beside = notice.data.get(SILENT_UNTIL), " / ".join(notice.data.get(BESIDE, []))
    told = [gettext(BESIDE_THIS, mails=beside)] if beside else []
    if until is not None:
        text = OF_ALL_KINDS if NOTHING_IS_ANSWERED in notice.data else OF_THIS_KIND
        told.append(gettext(text, until=time_for(recipient(notice), datetime.fromisoformat(until))))
    return " ".join(told)

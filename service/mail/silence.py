"""What the last answer for now says: that there are no more for a while, and until when."""

from __future__ import annotations

from datetime import datetime

from rules.prose import N_
from service.core.language import gettext
from service.mail.facts import recipient, time_for
from service.models import Notice
from service.post.notices import NOTHING_IS_ANSWERED, SILENT_UNTIL

OF_THIS_KIND = N_(
    "You have had so many answers like this one that a machine may be writing: until %(until)s, no more mails of this "
    "kind are answered. Whatever can be understood is still done at once."
)
OF_ALL_KINDS = N_(
    "You have had so many answers within an hour that a machine may be writing: until %(until)s, none is sent. Moves "
    "and whatever else can be understood are still done at once."
)


def silence_told(notice: Notice) -> str:
    """Until when nothing is answered, in the reader's zone; empty if the next mail is answered like this one."""
    until = notice.data.get(SILENT_UNTIL)
    if until is None:
        return ""
    text = OF_ALL_KINDS if NOTHING_IS_ANSWERED in notice.data else OF_THIS_KIND
    return gettext(text, until=time_for(recipient(notice), datetime.fromisoformat(until)))

"""The email with messages from other players."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "message",
    Timing.AS_CHOSEN,
    place=50,
    is_repeated=True,
    label=N_("someone writes a message in one of my games"),
    mails=N_("emails with messages from your games"),
)

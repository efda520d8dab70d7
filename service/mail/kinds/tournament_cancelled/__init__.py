"""The email that a tournament was cancelled, with the reason, to each player."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "tournament-cancelled",
    Timing.AFTER_QUIET,
    place=62,
    label=N_("one of my tournaments is cancelled"),
    mails=N_("emails about cancelled tournaments"),
)

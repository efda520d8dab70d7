"""The email that a tournament has started, to each player."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "tournament-began",
    Timing.AFTER_QUIET,
    place=60,
    label=N_("one of my tournaments starts"),
    mails=N_("emails about tournaments that start"),
)

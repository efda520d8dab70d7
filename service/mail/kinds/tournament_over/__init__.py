"""The email that a tournament is over, with its final table, to each player."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "tournament-over",
    Timing.AFTER_QUIET,
    place=61,
    label=N_("one of my tournaments is over"),
    mails=N_("emails about finished tournaments"),
)

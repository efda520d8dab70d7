"""The email that a match is over."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "match-over",
    Timing.AS_CHOSEN,
    place=40,
    gathered_in="digest",
    label=N_("one of my matches is over"),
    mails=N_("emails about finished matches"),
    headline=N_("The match of %(game)s is over"),
)

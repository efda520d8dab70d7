"""The email that one of the reader's conditional moves was played."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "plan-played",
    Timing.AS_CHOSEN,
    place=40,
    label=N_("one of my conditional moves is played"),
    mails=N_("emails about played conditional moves"),
)

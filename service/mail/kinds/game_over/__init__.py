"""The email that a game is over."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind, Timing

KIND = Kind(
    "game-over",
    Timing.AS_CHOSEN,
    place=30,
    gathered_in="digest",
    label=N_("one of my games is over"),
    mails=N_("emails about finished games"),
    headline=N_("%(game)s is over"),
)

"""The email that a bot missed a turn and is paused."""

from __future__ import annotations

from rules.prose import N_
from service.notifications.kinds import Kind

KIND = Kind(
    "bot-paused",
    place=80,
    label=N_("one of my bots is paused"),
    mails=N_("emails about paused bots"),
)

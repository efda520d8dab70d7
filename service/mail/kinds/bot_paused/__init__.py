"""A bot did not move and is paused."""

from __future__ import annotations

from rules.prose import N_
from service.post.kinds import Kind

KIND = Kind(
    "bot-paused",
    place=80,
    label=N_("a bot of mine is paused"),
    mails=N_("mails that say a bot was paused"),
)

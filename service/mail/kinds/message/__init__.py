"""The others at the table have said something."""

from __future__ import annotations

from rules.prose import N_
from service.post.kinds import Kind, Timing

KIND = Kind(
    "message",
    Timing.AS_CHOSEN,
    place=50,
    is_repeated=True,
    label=N_("somebody says something at my table"),
    mails=N_("mails with what is said at your tables"),
)

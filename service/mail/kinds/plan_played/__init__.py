"""One's plan has played a move."""

from __future__ import annotations

from rules.prose import N_
from service.post.kinds import Kind, Timing

KIND = Kind(
    "plan-played",
    Timing.AS_CHOSEN,
    place=40,
    label=N_("a plan of mine has played"),
    mails=N_("mails that say what your plans have played"),
)

"""The game is over."""

from __future__ import annotations

from rules.prose import N_
from service.post.kinds import Kind, Timing

KIND = Kind(
    "game-over",
    Timing.AS_CHOSEN,
    place=30,
    gathered_in="round-up",
    label=N_("a game of mine is over"),
    mails=N_("mails that say a game is over"),
    headline=N_("%(game)s is over"),
)

"""The email that a substitute took over a player's game."""

from __future__ import annotations

from rules.prose import N_
from service.db.engines import session
from service.models import Game, GameStatus, Notice
from service.notifications.kinds import Kind, Timing


def is_going_on(notice: Notice) -> bool:
    """Check that the game is not over."""
    return session().get_one(Game, notice.game_id).status == GameStatus.ACTIVE


KIND = Kind(
    "seat-taken-over",
    Timing.AS_CHOSEN,
    place=56,
    worth_telling=is_going_on,
    label=N_("a substitute takes over in one of my games"),
    mails=N_("emails about substitutes in your games"),
)

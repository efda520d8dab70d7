"""The email that somebody joined a game set up by the reader."""

from __future__ import annotations

from rules.prose import N_
from service.db.engines import session
from service.models import Game, GameStatus, Notice
from service.notifications.kinds import Kind, Timing


def comes_about(notice: Notice) -> bool:
    """Check that the game was neither cancelled nor has ended."""
    return session().get_one(Game, notice.game_id).status in (GameStatus.INVITING, GameStatus.ACTIVE)


KIND = Kind(
    "accepted",
    Timing.AS_CHOSEN,
    place=55,
    worth_telling=comes_about,
    label=N_("someone joins a game I set up"),
    mails=N_("emails about who joins your games"),
)

"""The email that the computer plays on for the reader, who ran out of time."""

from __future__ import annotations

from rules.prose import N_
from service.db.engines import session
from service.models import Game, GameStatus, Notice
from service.notifications.kinds import Kind, Timing


def is_still_away(notice: Notice) -> bool:
    """Check that the computer still plays there and the reader can return."""
    game = session().get_one(Game, notice.game_id)
    stood_in = {seat.account_id for seat in game.seats if seat.stood_in_at is not None}
    return game.status == GameStatus.ACTIVE and notice.account_id in stood_in


KIND = Kind(
    "stand-in",
    Timing.AFTER_QUIET,
    place=35,
    worth_telling=is_still_away,
    label=N_("the computer plays for me"),
    mails=N_("emails when the computer plays for you"),
)

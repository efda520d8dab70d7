"""The email to a volunteer that a game needs a substitute."""

from __future__ import annotations

from rules.prose import N_
from service.db.engines import session
from service.models import Game, Notice
from service.notifications.kinds import Kind, Timing
from service.play.seating import left_seats


def is_left(notice: Notice) -> bool:
    """Check that the player has not returned and nobody else has the seat."""
    game = session().get_one(Game, notice.game_id)
    return notice.seat in [seat.number for seat in left_seats(game)]


KIND = Kind(
    "substitute-wanted",
    Timing.AFTER_QUIET,
    place=36,
    worth_telling=is_left,
    label=N_("a game needs a substitute"),
    mails=N_("emails about games that need a substitute"),
)

"""The email that an invitation of the reader's was not delivered, or had no answer for a week."""

from __future__ import annotations

from rules.prose import N_
from service.db.engines import session
from service.models import Game, GameStatus, Notice, SeatState
from service.notifications.kinds import Kind, Timing


def is_open(notice: Notice) -> bool:
    """Check that an invitation in vain still waits for an answer; the notice's own data may be erased by now."""
    game = session().get_one(Game, notice.game_id)
    return game.status == GameStatus.INVITING and any(
        seat.state == SeatState.INVITED and (seat.undelivered_at or seat.unanswered_at) for seat in game.seats
    )


KIND = Kind(
    "invitation-unanswered",
    Timing.AFTER_QUIET,
    place=57,
    worth_telling=is_open,
    label=N_("an invitation of mine gets no answer"),
    mails=N_("emails about your invitations without an answer"),
)

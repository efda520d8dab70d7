"""The email that it is the reader's turn."""

from __future__ import annotations

from rules.prose import N_
from service.models import Game, GameStatus, Lane, Notice
from service.notifications.kinds import Kind, Timing


def is_under_way(notice: Notice, game: Game) -> bool:
    """Check whether the notice's turn is under way."""
    return game.status == GameStatus.ACTIVE and game.turn == notice.version


KIND = Kind(
    "your-turn",
    Timing.AS_CHOSEN,
    place=10,
    lane=Lane.FIRST,
    of_turn=True,
    gathered_in="digest",
    true_while=is_under_way,
    label=N_("it is my turn"),
    mails=N_("emails when it's your turn"),
    headline=N_("Your turn in %(game)s"),
    told_as=N_("Email about the turn"),
)

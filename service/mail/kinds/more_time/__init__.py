"""The email that the time for a turn starts again, because an email failed."""

from __future__ import annotations

from rules.prose import N_
from service.models import Game, GameStatus, Notice
from service.notifications.kinds import Kind


def goes_on(notice: Notice, game: Game) -> bool:
    """Check whether no turn has begun since the notice was written."""
    return game.status == GameStatus.ACTIVE and game.turn <= (notice.version or 0)


KIND = Kind("more-time", true_while=goes_on, told_as=N_("Email about more time"))

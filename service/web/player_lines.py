"""The line of the players above a board: of what it is made, beside the time that is left."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from service.models import Game, GameStatus, SeatState
from service.web.frame.blueprints import pages
from service.web.profiles import page_about
from service.web.tables import Player


@pages.app_template_global()
def line_made_of(seated: Sequence[Player], game: Game) -> Hashable:
    """All that it shows of the players, beside the clock of whoever is to move."""
    saves = bool(game.fast_clock) and game.status == GameStatus.ACTIVE
    return tuple(
        [
            (
                player.name,
                player.is_you or page_about(player.account),
                player.note,
                player.seat.state == SeatState.OPEN,
                player.look,
                player.score,
                player.has_move,
                player.has_won,
                player.seat.number == game.to_move,
                player.seat.seconds_saved if saves else None,
            )
            for player in seated
        ]
    )

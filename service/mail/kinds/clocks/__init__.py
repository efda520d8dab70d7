"""The email about a game's clocks: a request to pause them, or news that they paused or run again."""

from __future__ import annotations

from rules.prose import N_
from service.models import GameStatus, Notice
from service.notifications.kinds import Kind, Timing
from service.play.facts import Clocks
from service.play.seating import game_anew, seat_of


def is_so(notice: Notice) -> bool:
    """Check that the clocks are still in the state announced, and that a player asked to pause has not agreed yet.

    Once its email is written a notice has lost its data; then it is valid as long as the game is active.
    """
    game, clocks = game_anew(notice.game_id or ""), notice.data.get("clocks")
    if game.status != GameStatus.ACTIVE or clocks is None:
        return game.status == GameStatus.ACTIVE
    if clocks != Clocks.WISHED:
        return bool((game.paused_at is not None) == (clocks == Clocks.STOPPED))
    asks, asked = seat_of(game, notice.data["by"]), seat_of(game, notice.seat or 0)
    return game.paused_at is None and asks.pause_wished_at is not None and asked.pause_wished_at is None


KIND = Kind(
    "clocks",
    Timing.AS_CHOSEN,
    place=46,
    is_repeated=True,
    worth_telling=is_so,
    label=N_("someone asks to pause the clocks, and when they pause or go on"),
    mails=N_("emails about pausing the clocks"),
)

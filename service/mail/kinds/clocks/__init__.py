"""The clocks of a table: somebody wants them stopped, they stand still, or they go on."""

from __future__ import annotations

from rules.prose import N_
from service.models import GameStatus, Notice
from service.play.facts import Clocks
from service.play.seating import game_anew, seat_of
from service.post.kinds import Kind, Timing


def is_so(notice: Notice) -> bool:
    """Whether the clocks are as it says, whatever was played since; whoever is asked has not said yes by now.

    What is in its envelope has forgotten what it says, and goes as long as the game does.
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

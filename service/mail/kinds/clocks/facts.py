"""Values for the email about the clocks: their state, who changed it, and how to agree or restart them."""

from __future__ import annotations

from service.mail.facts import Facts, game_of, recipient, table, time_for
from service.mail.headers import sender_named
from service.mail.marker import ANSWER
from service.models import Notice
from service.notifications import links
from service.play.facts import Clocks
from service.play.seating import seat_of
from service.presentation.names import name_of


def facts(notice: Notice) -> Facts:
    """Collect the clocks' state, and for a request the reply address that takes yes or no."""
    game, seat = game_of(notice), notice.seat or 0
    by, clocks = seat_of(game, notice.data["by"]), notice.data["clocks"]
    is_asked, is_on = clocks == Clocks.WISHED, game.to_move == seat
    own = {
        "clocks": clocks,
        "asker": name_of(game, by),
        "deadline": time_for(recipient(notice), game.deadline) if is_on and game.deadline else None,
        "game_link": links.game_link(game),
    }
    box = links.clocks_box(game, seat) if is_asked else links.turn_box(game, seat)
    return Facts({**table(game, seat), **own}, reply_to=box, marker=ANSWER, sender=sender_named(by.account))

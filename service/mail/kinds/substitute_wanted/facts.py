"""Values for the email about a game that needs a substitute, and how to take over."""

from __future__ import annotations

from service.mail.facts import Facts, board, game_of, picture_of, recipient, side, table
from service.mail.marker import YES_OR_NO
from service.models import Notice
from service.notifications import links
from service.presentation.clock_words import agreed_time
from service.presentation.names import name_on


def facts(notice: Notice) -> Facts:
    """Collect the board, whose seat it is, and the reply address that takes yes or no."""
    game, seat, reader = game_of(notice), notice.seat or 0, recipient(notice)
    own = {
        "who": name_on(game, seat),
        "side": side(game, seat),
        "time": agreed_time(game)[0],
        "seats_link": links.left_seats_link(),
    }
    return Facts(
        {**table(game, None), **board(game, reader), **own},
        [picture_of(game)],
        reply_to=links.substitute_box(game, seat, reader),
        marker=YES_OR_NO,
    )

"""Values for the email that the computer plays for the reader, and how to return."""

from __future__ import annotations

from service.mail.facts import Facts, board, game_of, picture_of, recipient, table
from service.mail.headers import whose_news
from service.mail.marker import ANSWER
from service.models import Notice, OnTimeout
from service.notifications import links
from service.play.turns import stand_in_level


def facts(notice: Notice) -> Facts:
    """Collect the position, and the command that brings the reader back."""
    game, seat, reader = game_of(notice), notice.seat or 0, recipient(notice)
    own = {
        "level": stand_in_level(game),
        "may_be_replaced": game.on_timeout == OnTimeout.SUBSTITUTE,
        "game_link": links.game_link(game),  # the button is on that page alone
    }
    return Facts(
        {**table(game, seat), **board(game, reader), **own},
        [picture_of(game)],
        reply_to=links.talk_box(game, seat),
        marker=ANSWER,
        sender=whose_news(game, reader),
    )

"""Values for the email about a conditional move: the move, what it led to, and whether others follow."""

from __future__ import annotations

from service.mail.facts import Facts, board, game_of, news, picture_of, recipient, table, time_for
from service.mail.headers import whose_news
from service.mail.marker import ANSWER, MARKER
from service.models import GameStatus, Notice
from service.notifications import links
from service.presentation.story import news_for


def facts(notice: Notice) -> Facts:
    """Collect the move and the current board."""
    game, reader, seat = game_of(notice), recipient(notice), notice.seat or 0
    is_on = game.status == GameStatus.ACTIVE and game.to_move == seat
    return Facts(
        {
            **table(game, seat),
            **board(game, reader),
            "move": notice.data["move"],
            "turns_left": notice.data["turns_left"],
            "news": news(game, news_for(game, seat)),
            "deadline": time_for(reader, game.deadline) if is_on and game.deadline else None,
        },
        [picture_of(game)],
        reply_to=links.turn_box(game, seat),
        marker=MARKER if is_on else ANSWER,
        sender=whose_news(game, reader),
    )

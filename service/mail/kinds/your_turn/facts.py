"""It is your turn: the board, what happened, the deadline, and the ways to play: by a link, or by an answer."""

from __future__ import annotations

from service import pictures
from service.mail.choices import choices
from service.mail.facts import Facts, board, game_of, news, recipient, table, time_for
from service.models import Notice
from service.post import links
from service.telling.examples import moves_for_example
from service.telling.story import news_for


def facts(notice: Notice) -> Facts:
    """Everything about the turn that the notice announces."""
    game = game_of(notice)
    seat = notice.seat or 0
    return Facts(
        {
            **table(game, seat),
            **board(game),
            **choices(game),
            "news": news(game, news_for(game, seat)),
            "deadline": time_for(recipient(notice), game.deadline) if game.deadline else None,
            "link": links.turn_link(game, seat),
            "examples": moves_for_example(game),
        },
        [pictures.svg(game)],
        reply_to=links.turn_box(game, seat),
    )

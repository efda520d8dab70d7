"""Values for the email about a turn: board, news, deadline, and the ways to play, by link or by reply."""

from __future__ import annotations

from service.mail.facts import (
    Facts,
    board,
    choices,
    game_of,
    news,
    picture_of,
    recipient,
    said_by_visitors,
    said_with_move,
    side,
    table,
    time_for,
)
from service.mail.headers import whose_news
from service.mail.marker import MARKER
from service.models import Notice
from service.notifications import links
from service.play.positions import log_of
from service.presentation.clock_words import breaks_in_words
from service.presentation.offers import moves_for_example
from service.presentation.plan_words import end_in_words
from service.presentation.story import news_for


def facts(notice: Notice) -> Facts:
    """Collect the values of the turn that the notice announces."""
    game, reader = game_of(notice), recipient(notice)
    seat, log = notice.seat or 0, log_of(game)
    return Facts(
        {
            **table(game, seat),
            **board(game, reader),
            **choices(game),
            "side": side(game, seat),
            "is_first": all(entry.seat != seat for entry in log),
            "news": news(game, news_for(game, seat, log)),
            "said": [*said_with_move(notice), *said_by_visitors(game, reader, seat)],
            "deadline": time_for(reader, game.deadline) if game.deadline else None,
            "breaks": breaks_in_words(game, reader.time_zone) if game.turn_clock else [],
            "plan_ended": end_in_words(notice.data.get("plan_ended") if notice.data else None),
            "link": links.turn_link(game, seat),
            "examples": moves_for_example(game),
        },
        [picture_of(game)],
        reply_to=links.turn_box(game, seat),
        marker=MARKER,
        sender=whose_news(game, reader, log),
    )

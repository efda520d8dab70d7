"""Values for the email about a substitute, to the former player and to the other players."""

from __future__ import annotations

from service.mail.facts import Facts, board, game_of, picture_of, recipient, table
from service.mail.headers import sender_named
from service.models import Notice
from service.notifications import links
from service.play.seating import seat_number, seat_of
from service.presentation.names import name_of


def facts(notice: Notice) -> Facts:
    """Collect the substitute's name and the current board."""
    game, reader = game_of(notice), recipient(notice)
    own = seat_number(game, reader)
    taken = seat_of(game, notice.data["of"])
    told = {"who": name_of(game, taken), "was_yours": own is None, "game_link": links.game_link(game)}
    return Facts(
        {**table(game, own), **board(game, reader), **told}, [picture_of(game)], sender=sender_named(taken.account)
    )

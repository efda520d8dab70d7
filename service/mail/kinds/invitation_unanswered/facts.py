"""Values for the email about an invitation without an answer: to whom, and why."""

from __future__ import annotations

from service.mail.facts import Facts, game_of, table
from service.models import Notice
from service.notifications import links
from service.play.seating import by_place
from service.presentation.names import name_of


def facts(notice: Notice) -> Facts:
    """Collect the invited player as the host knows them, and whether email reached them."""
    game = game_of(notice)
    guest = name_of(game, by_place(game)[notice.data["place"]], to_host=True)
    told = {"guest": guest, "is_lost": notice.data["is_lost"], "game_link": links.game_link(game)}
    return Facts({**table(game, notice.seat), **told})

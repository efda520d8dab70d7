"""Values for the email about a proposal: what it is, who made it, and how to agree."""

from __future__ import annotations

from service.mail.facts import Facts, board, game_of, picture_of, recipient, table
from service.mail.headers import sender_named
from service.mail.marker import ANSWER
from service.models import Notice
from service.notifications import links
from service.play.proposals import What, open_proposal
from service.play.seating import seat_of
from service.presentation.names import name_of


def facts(notice: Notice) -> Facts:
    """Collect the board, and the reply address that takes yes or no."""
    game, seat, reader = game_of(notice), notice.seat or 0, recipient(notice)
    proposal = open_proposal(game)
    if proposal is None:
        raise AssertionError("the proposal is over")
    by = seat_of(game, proposal.seat)
    own = {
        "asker": name_of(game, by),
        "is_draw": proposal.what == What.DRAW,
        "game_link": links.game_link(game),
    }
    return Facts(
        {**table(game, seat), **board(game, reader), **own},
        [picture_of(game)],
        reply_to=links.proposal_box(game, seat, proposal.version, proposal.id),
        marker=ANSWER,
        sender=sender_named(by.account),
    )
